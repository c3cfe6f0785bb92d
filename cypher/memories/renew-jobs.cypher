// memories/renew-jobs: keep what claim-jobs gave. One row a job that is still the owner's.
//   $jobs  sorted by namespace and id, so that locks are taken in one order
:params {jobs: [{namespace: "default", id: "job_1", token: 1}], until: datetime()};
UNWIND $jobs AS row
MATCH (job:Job {namespace: row.namespace, id: row.id})
REMOVE job.lock // takes the lock
WITH job, row WHERE job.token = row.token AND job.status = 'RUNNING'
SET job.dueAt = $until
RETURN job.namespace AS namespace, job.id AS id

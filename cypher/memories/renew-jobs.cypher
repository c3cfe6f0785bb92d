// memories/renew-jobs: extend the leases of claimed jobs. One row for each job that the owner still holds.
//   $jobs  sorted by namespace and id, so that locks are always taken in the same order
:params {jobs: [{namespace: "default", id: "job_1", token: 1}], until: datetime()};
UNWIND $jobs AS row
MATCH (job:Job {namespace: row.namespace, id: row.id})
REMOVE job.lock // takes the job's lock
WITH job, row WHERE job.token = row.token AND job.status = 'RUNNING'
SET job.dueAt = $until
RETURN job.namespace AS namespace, job.id AS id

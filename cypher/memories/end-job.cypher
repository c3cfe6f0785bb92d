// memories/end-job: a job is DONE or FAILED. One row; none when the lease was lost.
//   $reply  kept; null keeps the one before     $readable  false where nothing can be made of it: a retry asks again
:params {namespace: "default", id: "job_1", token: 1, status: "DONE", error: null, errorCode: null, reply: null, readable: true, now: datetime()};
MATCH (job:Job {namespace: $namespace, id: $id})
REMOVE job.lock // takes the lock
WITH job WHERE job.token = $token AND job.status = 'RUNNING'
SET job.status = $status, job.error = $error, job.errorCode = $errorCode, job.reply = coalesce($reply, job.reply), job.readable = $readable,
  job.finishedAt = $now, job.dueAt = null, job.owner = null, job.changedAt = $now, job.version = job.version + 1
RETURN job.id AS id

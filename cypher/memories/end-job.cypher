// memories/end-job: set a job to DONE or FAILED. One row; none if the lease was lost.
//   $reply  the LLM's reply; null keeps the stored one     $readable  false if it cannot be parsed: a retry asks the LLM again
:params {namespace: "default", id: "job_1", token: 1, status: "DONE", error: null, errorCode: null, reply: null, readable: true, now: datetime()};
MATCH (job:Job {namespace: $namespace, id: $id})
REMOVE job.lock // takes the job's lock
WITH job WHERE job.token = $token AND job.status = 'RUNNING'
SET job.status = $status, job.error = $error, job.errorCode = $errorCode, job.reply = coalesce($reply, job.reply), job.readable = $readable,
  job.finishedAt = $now, job.dueAt = null, job.owner = null, job.changedAt = $now, job.version = job.version + 1
RETURN job.id AS id

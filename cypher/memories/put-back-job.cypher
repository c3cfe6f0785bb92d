// memories/put-back-job: return a job to the queue, to be retried from $dueAt on. One row; none if the lease was
// lost.
//   $counts  false if this attempt is not counted, because the LLM was unreachable or the worker stopped
//   $waits   number of consecutive attempts that could not reach the LLM
:params {namespace: "default", id: "job_1", token: 1, error: "The LLM server failed (503)", errorCode: "LLM_UNAVAILABLE", counts: false, waits: 1, dueAt: datetime(), now: datetime()};
MATCH (job:Job {namespace: $namespace, id: $id})
REMOVE job.lock // takes the job's lock
WITH job WHERE job.token = $token AND job.status = 'RUNNING'
SET job.status = 'QUEUED', job.error = coalesce($error, job.error),
  job.errorCode = CASE WHEN $error IS NULL THEN job.errorCode ELSE $errorCode END, job.dueAt = $dueAt, job.owner = null,
  job.token = job.token + 1, job.attempts = job.attempts - CASE WHEN $counts THEN 0 ELSE 1 END, job.waits = $waits,
  job.changedAt = $now, job.version = job.version + 1
RETURN job.id AS id

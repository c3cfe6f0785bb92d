// memories/retry-job: retry a failed job and reset its attempts. A stored reply is used again, unless it could not be
// parsed; then it is dropped. The job of a deleted conversation cannot be retried. One row, the job in its present
// state; it is unchanged unless it had failed. None if the caller cannot see it.
:params {namespace: "default", id: "job_1", visible: ["visible:org"], now: datetime()};
MATCH (job:Job {namespace: $namespace, id: $id})
REMOVE job.lock // takes the job's lock
WITH job
WHERE job.visibility IN $visible
FOREACH (_ IN CASE WHEN job.status = 'FAILED' AND NOT EXISTS { MATCH (job)-[:FOR]->(gone:Session) WHERE gone.deletedAt IS NOT NULL } THEN [1] ELSE [] END |
  SET job.reply = CASE WHEN job.readable THEN job.reply ELSE null END, job.status = 'QUEUED', job.attempts = 0, job.waits = 0,
    job.token = job.token + 1, job.error = null, job.errorCode = null, job.retriedAt = $now, job.finishedAt = null, job.dueAt = $now, job.changedAt = $now,
    job.version = job.version + 1)
RETURN job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt, part: coalesce(job.part, 1), .firstTurn, .lastTurn, skippedLines: coalesce(job.skippedLines, 0), redacted: coalesce(job.redacted, [])} AS job

// memories/retry-job: try a failed job again, with all its attempts. A reply nothing could be made of is forgotten, another
// one is used. Of a conversation that was deleted nothing is left to try. One row, the job as it is now: unchanged unless it had failed. None when the caller does not see it.
:params {namespace: "default", id: "job_1", visible: ["visible:org"], now: datetime()};
MATCH (job:Job {namespace: $namespace, id: $id})
REMOVE job.lock // takes the lock
WITH job
WHERE job.visibility IN $visible
FOREACH (_ IN CASE WHEN job.status = 'FAILED' AND NOT EXISTS { MATCH (job)-[:FOR]->(gone:Session) WHERE gone.deletedAt IS NOT NULL } THEN [1] ELSE [] END |
  SET job.reply = CASE WHEN job.readable THEN job.reply ELSE null END, job.status = 'QUEUED', job.attempts = 0, job.waits = 0,
    job.token = job.token + 1, job.error = null, job.errorCode = null, job.retriedAt = $now, job.finishedAt = null, job.dueAt = $now, job.changedAt = $now,
    job.version = job.version + 1)
RETURN job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt, part: coalesce(job.part, 1), .firstTurn, .lastTurn, skippedLines: coalesce(job.skippedLines, 0), redacted: coalesce(job.redacted, [])} AS job

// memories/retry-jobs: retry failed jobs that match a filter and reset their attempts. A stored reply is used again,
// unless it could not be parsed; then it is dropped. Jobs of deleted conversations are not retried. One row for each job
// queued again; fewer than $limit rows mean that no further job matches.
//   $filter  jobIds, sessionIds, errorCodes, queuedFrom, queuedUntil; null accepts any value
:params {namespace: "default", visible: ["visible:org"], filter: {jobIds: null, sessionIds: null, errorCodes: ["LLM_UNAVAILABLE"], queuedFrom: null, queuedUntil: null}, limit: 500, now: datetime()};
MATCH (job:Job {namespace: $namespace, status: 'FAILED'})
WHERE job.id < '~' AND job.visibility IN $visible
  AND ($filter.jobIds IS NULL OR job.id IN $filter.jobIds)
  AND ($filter.sessionIds IS NULL OR job.sessionId IN $filter.sessionIds)
  AND ($filter.errorCodes IS NULL OR job.errorCode IN $filter.errorCodes)
  AND ($filter.queuedFrom IS NULL OR job.queuedAt >= $filter.queuedFrom)
  AND ($filter.queuedUntil IS NULL OR job.queuedAt <= $filter.queuedUntil)
  AND NOT EXISTS { MATCH (job)-[:FOR]->(gone:Session) WHERE gone.deletedAt IS NOT NULL }
WITH job ORDER BY job.id LIMIT toInteger($limit)
REMOVE job.lock // takes the job's lock
WITH job WHERE job.status = 'FAILED'
SET job.reply = CASE WHEN job.readable THEN job.reply ELSE null END, job.status = 'QUEUED', job.attempts = 0, job.waits = 0,
  job.token = job.token + 1, job.error = null, job.errorCode = null, job.retriedAt = $now, job.finishedAt = null,
  job.dueAt = $now, job.changedAt = $now, job.version = job.version + 1
RETURN job.id AS id

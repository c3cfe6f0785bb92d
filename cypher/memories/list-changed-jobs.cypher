// memories/list-changed-jobs: the jobs of a namespace that changed since a moment, by when.
:params {namespace: "default", since: datetime(), limit: 1000};
MATCH (job:Job {namespace: $namespace})
WHERE job.changedAt >= $since
RETURN
  job.id AS id, job.sessionId AS sessionId, job.status AS status, job.attempts AS attempts, job.error AS error,
  job.reply AS reply, job.queuedAt AS queuedAt, job.finishedAt AS finishedAt,
  job.version AS version, job.visibility AS visibility, job.changedAt AS changedAt
ORDER BY job.changedAt, job.id
LIMIT toInteger($limit)

// memories/list-changed-jobs: jobs of a namespace that changed since a given time, ordered by the time of the change.
:params {namespace: "default", since: datetime(), limit: 1000};
MATCH (job:Job {namespace: $namespace})
WHERE job.changedAt >= $since
RETURN job {
  .id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt,
  part: coalesce(job.part, 1), .firstTurn, .lastTurn, skippedLines: coalesce(job.skippedLines, 0), redacted: coalesce(job.redacted, []), skippedTypes: coalesce(job.skippedTypes, []), .version, .visibility, .changedAt
} AS job
ORDER BY job.changedAt, job.id
LIMIT toInteger($limit)

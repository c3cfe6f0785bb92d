// memories/list-jobs: jobs that the caller can see, newest first.
//   $before  cursor: returns only ids before this one; '~' starts at the newest
:params {namespace: "default", visible: ["visible:org"], before: "~", limit: 20};
MATCH (job:Job {namespace: $namespace})
WHERE job.id < $before AND job.visibility IN $visible
RETURN job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt, part: coalesce(job.part, 1), .firstTurn, .lastTurn, skippedLines: coalesce(job.skippedLines, 0), redacted: coalesce(job.redacted, []), skippedTypes: coalesce(job.skippedTypes, [])} AS job
ORDER BY job.id DESC
LIMIT toInteger($limit)

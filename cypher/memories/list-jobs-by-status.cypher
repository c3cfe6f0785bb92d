// memories/list-jobs-by-status: of the jobs the caller's scopes show, those of one status, newest first.
//   $before  only those before this id; '~' from the newest
:params {namespace: "default", visible: ["visible:org"], status: "FAILED", before: "~", limit: 20};
MATCH (job:Job {namespace: $namespace, status: $status})
WHERE job.id < $before AND job.visibility IN $visible
RETURN
  job.id AS id, job.sessionId AS sessionId, job.status AS status, job.attempts AS attempts, job.error AS error,
  job.reply AS reply, job.queuedAt AS queuedAt, job.finishedAt AS finishedAt
ORDER BY job.id DESC
LIMIT toInteger($limit)

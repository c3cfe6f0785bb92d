// memories/find-job: a job, if the caller's scopes show it.
:params {namespace: "default", id: "job_1", visible: ["visible:org"]};
MATCH (job:Job {namespace: $namespace, id: $id})
WHERE job.visibility IN $visible
RETURN
  job.id AS id, job.sessionId AS sessionId, job.status AS status, job.attempts AS attempts, job.error AS error,
  job.reply AS reply, job.queuedAt AS queuedAt, job.finishedAt AS finishedAt

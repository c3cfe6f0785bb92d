// memories/find-job: a job, if the caller's scopes show it.
:params {namespace: "default", id: "job_1", visible: ["visible:org"]};
MATCH (job:Job {namespace: $namespace, id: $id})
WHERE job.visibility IN $visible
RETURN job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt} AS job

// memories/find-job: a job by id, if the caller can see it.
:params {namespace: "default", id: "job_1", visible: ["visible:org"]};
MATCH (job:Job {namespace: $namespace, id: $id})
WHERE job.visibility IN $visible
RETURN job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt, part: coalesce(job.part, 1), .firstTurn, .lastTurn, skippedLines: coalesce(job.skippedLines, 0), redacted: coalesce(job.redacted, []), skippedTypes: coalesce(job.skippedTypes, [])} AS job

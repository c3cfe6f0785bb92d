// memories/count-jobs: how many jobs the caller's scopes show.
//   $statuses  only those of these
:params {namespace: "default", visible: ["visible:org"], statuses: ["QUEUED", "RUNNING", "DONE", "FAILED"]};
UNWIND $statuses AS status
MATCH (job:Job {namespace: $namespace, status: status})
WHERE job.id < '~' AND job.visibility IN $visible
RETURN count(job) AS total

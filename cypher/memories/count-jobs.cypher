// memories/count-jobs: the number of jobs that the caller can see.
//   $statuses  counts only jobs with one of these statuses
:params {namespace: "default", visible: ["visible:org"], statuses: ["QUEUED", "RUNNING", "DONE", "FAILED"]};
UNWIND $statuses AS status
MATCH (job:Job {namespace: $namespace, status: status})
WHERE job.id < '~' AND job.visibility IN $visible
RETURN count(job) AS total

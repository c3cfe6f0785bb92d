// explore/171-failed-jobs: Sessions that could not be distilled
// Newest first, with the error and the reply of the language model. retryDistillation retries a job.
:params {namespace: "demo"};
MATCH (job:Job {namespace: $namespace, status: 'FAILED'}) WHERE job.id < '~'
RETURN job.id AS job, job.sessionId AS session, job.attempts AS attempts, job.error AS error, job.reply AS reply
ORDER BY job DESC LIMIT 50
UNION ALL
WITH 1 AS one WHERE NOT EXISTS { (:Job {namespace: $namespace, status: 'FAILED'}) }
RETURN 'None: no session failed to be distilled' AS job, null AS session, null AS attempts, null AS error, null AS reply

// memories/keep-reply: what the LLM answered for a job, before anything is made of it, so that whoever does the job again
// makes the same of it. One row; none when the lease was lost.
:params {namespace: "default", id: "job_1", token: 1, reply: "## Memory 1", until: datetime()};
MATCH (job:Job {namespace: $namespace, id: $id})
REMOVE job.lock // takes the lock
WITH job WHERE job.token = $token AND job.status = 'RUNNING'
SET job.reply = $reply, job.dueAt = $until
RETURN job.id AS id

// memories/keep-reply: store the LLM's reply for a job before memories are recorded from it, so that a worker that
// repeats the job uses the same reply. One row; none if the lease was lost.
:params {namespace: "default", id: "job_1", token: 1, reply: "## Memory 1", until: datetime()};
MATCH (job:Job {namespace: $namespace, id: $id})
REMOVE job.lock // takes the job's lock
WITH job WHERE job.token = $token AND job.status = 'RUNNING'
SET job.reply = $reply, job.dueAt = $until
RETURN job.id AS id

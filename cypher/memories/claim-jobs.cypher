// memories/claim-jobs: take up the jobs that have waited longest, of all namespaces, until $until. One row a job with what
// it takes to do it. The token grows with every owner: what an owner writes after its lease ran out names an old one
// and changes nothing. Of a session one part is taken at a time, the earliest first.
:params {owner: "worker-1", limit: 10, now: datetime(), until: datetime()};
MERGE (queue:Lease {name: 'distillation'})
REMOVE queue.lock // takes the write lock: workers that come together take turns, each the next jobs
WITH queue
MATCH (job:Job) WHERE job.dueAt <= $now
MATCH (job)-[:FOR]->(session:Session)
// One that runs and is due was left by its worker: it is what the others of its session wait for.
WHERE job.status = 'RUNNING' OR NOT EXISTS {
  MATCH (session)<-[:FOR]-(other:Job)
  WHERE other.status = 'RUNNING' OR (other.status = 'QUEUED' AND coalesce(other.part, 1) < coalesce(job.part, 1))
}
WITH job, session ORDER BY job.dueAt, job.id LIMIT toInteger($limit)
REMOVE job.lock // takes the lock of the job; its owner may have ended it meanwhile
WITH job, session WHERE job.dueAt <= $now
SET job.status = 'RUNNING', job.owner = $owner, job.token = job.token + 1, job.attempts = job.attempts + 1,
  job.dueAt = $until, job.changedAt = $now, job.version = job.version + 1
RETURN
  job {.namespace, .id, .sessionId, .visibility, .token, .attempts, waits: coalesce(job.waits, 0), waitingSince: coalesce(job.retriedAt, job.queuedAt), .reply, part: coalesce(job.part, 1), .firstTurn} AS job,
  session {trace: coalesce(job.trace, session.trace), .outcome, .scope, .team, .project, .agent} AS session,
  COLLECT {
    MATCH (session)<-[from:DISTILLED_FROM]-(memory:Memory)
    RETURN memory.title ORDER BY memory.createdAt, from.number, memory.id LIMIT 50
  } AS earlier
ORDER BY job.queuedAt, job.namespace, job.id

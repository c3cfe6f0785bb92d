// memories/claim-jobs: claim the due jobs that have waited longest, of all namespaces, with a lease until $until. One
// row per job, with its session. Each claim increments the job's token, so that a write by a former owner, whose
// lease has expired, names an old token and changes nothing. Of one session only one part runs at a time, the
// earliest first.
:params {owner: "worker-1", limit: 10, now: datetime(), until: datetime()};
MERGE (queue:Lease {name: 'distillation'})
REMOVE queue.lock // takes the write lock, so that concurrent workers claim one after the other and never the same jobs
WITH queue
MATCH (job:Job) WHERE job.dueAt <= $now
MATCH (job)-[:FOR]->(session:Session)
// A due job that is still RUNNING was abandoned by its worker. The other parts of its session wait for it, so it may
// be claimed.
WHERE job.status = 'RUNNING' OR NOT EXISTS {
  MATCH (session)<-[:FOR]-(other:Job)
  WHERE other.status = 'RUNNING' OR (other.status = 'QUEUED' AND coalesce(other.part, 1) < coalesce(job.part, 1))
}
WITH job, session ORDER BY job.dueAt, job.id LIMIT toInteger($limit)
REMOVE job.lock // takes the job's lock; its owner may have ended it in the meantime
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

// memories/find-session: a session that was queued or is a conversation, with its parts in order. At most one row.
// `turns` is null for sessions stored by version 0.2.0 or earlier. `jobId` is null if it was never queued.
:params {namespace: "default", sessionId: "s1"};
MATCH (session:Session {namespace: $namespace, id: $sessionId})
WHERE session.scope IS NOT NULL
RETURN session {.turns, .turnsHash, .outcome, .scope, .team, .project, .jobId, .deletedAt} AS session,
COLLECT {
  MATCH (session)<-[:FOR]-(job:Job)
  RETURN job {jobId: job.id, .lastTurn, .turnsHash} AS part ORDER BY coalesce(job.part, 1)
} AS parts

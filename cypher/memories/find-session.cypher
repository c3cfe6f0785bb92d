// memories/find-session: a session that was handed in, or is a conversation, and its parts in order. At most one row. `turns` is
// null for what version 0.2.0 and before stored, which is known by its `requestHash`; `jobId` of what was not handed in yet.
:params {namespace: "default", sessionId: "s1"};
MATCH (session:Session {namespace: $namespace, id: $sessionId})
WHERE session.scope IS NOT NULL
RETURN session {.turns, .turnsHash, .requestHash, .outcome, .scope, .team, .project, .jobId, .deletedAt} AS session,
COLLECT {
  MATCH (session)<-[:FOR]-(job:Job)
  RETURN job {jobId: job.id, .lastTurn, .turnsHash} AS part ORDER BY coalesce(job.part, 1)
} AS parts

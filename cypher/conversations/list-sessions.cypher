// conversations/list-sessions: sessions that a reader can see, by id: conversations and sessions queued for
// distillation. Deleted ones are left out.
//   $reader  team and projects of the reader       $after  id of the last session of the previous page; '' starts at the first
:params {namespace: "default", reader: {team: "default", projects: ["default"]}, after: "", limit: 20};
MATCH (session:Session {namespace: $namespace}) USING INDEX SEEK session:Session(namespace, id)
WHERE session.id > $after AND session.deletedAt IS NULL
  AND (session.scope = 'ORG' OR session.scope = 'TEAM' AND session.team = $reader.team
    OR session.scope = 'PROJECT' AND session.project IN $reader.projects)
RETURN session {.id, .scope, .team, .project, .agent, .outcome, .jobId, .createdAt, .updatedAt,
  messageCount: coalesce(session.messages, 0), turnCount: coalesce(session.turns, 0)} AS session
ORDER BY session.id
LIMIT toInteger($limit)

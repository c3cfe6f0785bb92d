// conversations/list-sessions: sessions that a reader sees, by id: conversations, and those that were handed in to be distilled.
// One that was deleted is left out.
//   $reader  team and projects of who reads        $after  only ids behind this one; '' from the first on
:params {namespace: "default", reader: {team: "default", projects: ["default"]}, after: "", limit: 20};
MATCH (session:Session {namespace: $namespace}) USING INDEX SEEK session:Session(namespace, id)
WHERE session.id > $after AND session.deletedAt IS NULL
  AND (session.scope = 'ORG' OR session.scope = 'TEAM' AND session.team = $reader.team
    OR session.scope = 'PROJECT' AND session.project IN $reader.projects)
RETURN session {.id, .scope, .team, .project, .agent, .outcome, .jobId, .createdAt, .updatedAt,
  messageCount: coalesce(session.messages, 0), turnCount: coalesce(session.turns, 0)} AS session
ORDER BY session.id
LIMIT toInteger($limit)

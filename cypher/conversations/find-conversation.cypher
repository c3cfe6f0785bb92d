// conversations/find-conversation: a session that has or had messages. At most one row.
:params {namespace: "default", sessionId: "s1"};
MATCH (session:Session {namespace: $namespace, id: $sessionId})
WHERE session.messages IS NOT NULL
RETURN session {.id, .scope, .team, .project, .messages, .createdAt, .updatedAt, .deletedAt} AS session

// conversations/list-message-refs: some messages of a session, by position.
:params {namespace: "default", sessionId: "s1", limit: 1000};
MATCH (message:Message {namespace: $namespace, session: $sessionId}) USING INDEX SEEK message:Message(namespace, session, position)
WHERE message.position >= 0
RETURN message.id AS id, message.ref AS ref
ORDER BY message.position
LIMIT toInteger($limit)

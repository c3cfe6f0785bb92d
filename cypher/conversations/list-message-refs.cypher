// conversations/list-message-refs: references to messages of a session, ordered by position, at most $limit.
:params {namespace: "default", sessionId: "s1", limit: 1000};
MATCH (message:Message {namespace: $namespace, session: $sessionId}) USING INDEX SEEK message:Message(namespace, session, position)
WHERE message.position >= 0
RETURN message.id AS id, message.ref AS ref
ORDER BY message.position
LIMIT toInteger($limit)

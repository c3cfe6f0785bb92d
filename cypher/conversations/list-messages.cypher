// conversations/list-messages: messages of a session by position.
//   $after  position of the last one before; -1 from the first on
:params {namespace: "default", sessionId: "s1", after: -1, limit: 20};
MATCH (message:Message {namespace: $namespace, session: $sessionId}) USING INDEX SEEK message:Message(namespace, session, position)
WHERE message.position > $after
RETURN message {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .content, .role, .messageId, .session, .position, .occurredAt
} AS message
ORDER BY message.position
LIMIT toInteger($limit)

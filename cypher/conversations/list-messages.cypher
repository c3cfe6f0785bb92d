// conversations/list-messages: messages of a session, ordered by position.
//   $after  position of the last message of the previous page; -1 starts at the first
:params {namespace: "default", sessionId: "s1", after: -1, limit: 20};
MATCH (message:Message {namespace: $namespace, session: $sessionId}) USING INDEX SEEK message:Message(namespace, session, position)
WHERE message.position > $after
RETURN message {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .content, .role, .messageId, .session, .position, .occurredAt
} AS message
ORDER BY message.position
LIMIT toInteger($limit)

// conversations/find-messages: messages by id that the caller can see.
//   $visible  facets of visibility; a message is visible if it has one of them
:params {namespace: "default", ids: ["m1"], visible: ["v0"]};
UNWIND $ids AS id
MATCH (message:Message {namespace: $namespace, id: id}) USING INDEX SEEK message:Message(namespace, id)
WHERE message.visibility IN $visible
RETURN message {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .content, .role, .messageId, .session, .position, .occurredAt
} AS message

// conversations/find-messages: messages by id, of those a caller sees.
//   $visible  facets of which each carries one
:params {namespace: "default", ids: ["m1"], visible: ["v0"]};
UNWIND $ids AS id
MATCH (message:Message {namespace: $namespace, id: id}) USING INDEX SEEK message:Message(namespace, id)
WHERE message.visibility IN $visible
RETURN message {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .content, .role, .messageId, .session, .position, .occurredAt
} AS message

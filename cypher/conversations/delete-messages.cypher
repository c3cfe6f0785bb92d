// conversations/delete-messages: messages with their evidence. One row each that was there.
:params {namespace: "default", ids: ["m1"]};
UNWIND $ids AS id
MATCH (message:Message {namespace: $namespace, id: id}) USING INDEX SEEK message:Message(namespace, id)
CALL (message) {
  MATCH (message)-[:HAS_EVIDENCE]->(evidence:Evidence)
  DETACH DELETE evidence
}
WITH message, message.id AS id
DETACH DELETE message
RETURN id

// conversations/delete-messages: delete messages with their evidence. One row for each that existed.
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

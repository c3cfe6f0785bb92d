// memories/list-supporting-turns: the session turns that support memories, if the caller can see the session, in
// order. Sharing a memory more widely does not share these turns.
:params {namespace: "default", ids: ["mem_1"], visible: ["v0"]};
UNWIND $ids AS id
MATCH (memory:Memory {namespace: $namespace, id: id}) USING INDEX SEEK memory:Memory(namespace, id)
MATCH (memory)-[:SUPPORTED_BY]->(turn:Turn)
WHERE turn.visibility IN $visible
WITH id, turn ORDER BY turn.number
RETURN id, collect(turn {.sessionId, .number, .role, .text, .error}) AS turns

// memories/list-supporting-turns: the turns of sessions that memories rest on, those that the caller's scopes show, in their
// order. A memory that was shared more widely than its session does not take the turns along.
:params {namespace: "default", ids: ["mem_1"], visible: ["v0"]};
UNWIND $ids AS id
MATCH (memory:Memory {namespace: $namespace, id: id}) USING INDEX SEEK memory:Memory(namespace, id)
MATCH (memory)-[:SUPPORTED_BY]->(turn:Turn)
WHERE turn.visibility IN $visible
WITH id, turn ORDER BY turn.number
RETURN id, collect(turn {.sessionId, .number, .role, .text, .error}) AS turns

// layers/list-mentions: for each of these pieces, the entities listed as mentioned in its document, by id. Mentions
// found in texts by a rule (m.by) are left out.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS pieceId
MATCH (p:Piece {namespace: $namespace, id: pieceId})-[m:MENTIONS]->(e:Entity) USING INDEX SEEK p:Piece(namespace, id)
WHERE m.by IS NULL
RETURN pieceId, e {.id, .type, .label, .properties, .metadata} AS entity
ORDER BY pieceId, e.id

// layers/list-mentions: the entities that documents say each of these pieces mentions, by id.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS pieceId
MATCH (p:Piece {namespace: $namespace, id: pieceId})-[m:MENTIONS]->(e:Entity) USING INDEX SEEK p:Piece(namespace, id)
WHERE m.by IS NULL
RETURN pieceId, e {.id, .type, .label, .properties, .metadata} AS entity
ORDER BY pieceId, e.id

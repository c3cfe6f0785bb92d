// layers/list-mentions: the entities that documents say each of these pieces mentions, by id.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS pieceId
MATCH (:Piece {namespace: $namespace, id: pieceId})-[m:MENTIONS]->(e:Entity)
WHERE m.by IS NULL
RETURN pieceId, e.id AS id, e.type AS type, e.label AS label, e.properties AS properties, e.metadata AS metadata
ORDER BY pieceId, id

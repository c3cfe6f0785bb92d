// layers/list-mentions: the entities that each of these pieces mentions, by id.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS pieceId
MATCH (:Piece {namespace: $namespace, id: pieceId})-[:MENTIONS]->(e:Entity)
RETURN pieceId, e.id AS id, e.type AS type, e.label AS label, e.properties AS properties, e.metadata AS metadata
ORDER BY pieceId, id

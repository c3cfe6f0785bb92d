// layers/list-undone-pieces: ids of the pieces that only this check-in brought, and that no relation is linked to.
:params {namespace: "default", id: "c1"};
MATCH (checkIn:CheckIn {namespace: $namespace, id: $id})-[:BROUGHT]->(piece:Piece)
USING INDEX SEEK checkIn:CheckIn(namespace, id)
WHERE piece.loaded IS NULL
  AND NOT EXISTS { (other:CheckIn)-[:BROUGHT]->(piece) WHERE other <> checkIn }
  AND NOT EXISTS { MATCH ()-[link:LINK]->() WHERE link.namespace = $namespace AND link.pieceId = piece.id }
  AND NOT EXISTS { MATCH ()-[was:WAS_LINK]->() WHERE was.namespace = $namespace AND was.pieceId = piece.id }
RETURN piece.id AS id
ORDER BY id

// Plain two steps from an entity, the nearest first, with both ends and the piece: what many services do.
MATCH (active:Entity {namespace: $namespace, id: $entityId})
CALL (active) {
  MATCH (active)-[l:LINK]-(:Entity)
  RETURN l, 1 AS depth
 UNION
  MATCH (active)-[:LINK]-(:Entity)-[l:LINK]-(:Entity)
  RETURN l, 2 AS depth
}
WITH l, min(depth) AS depth ORDER BY depth, l.key LIMIT toInteger($limit)
OPTIONAL MATCH (piece:Piece {namespace: $namespace, id: l.pieceId})
RETURN l.type AS type, depth, startNode(l).id AS source, startNode(l).label AS sourceLabel, endNode(l).id AS target,
  endNode(l).label AS targetLabel, piece.id AS pieceId, piece.content AS content

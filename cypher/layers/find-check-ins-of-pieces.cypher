// layers/find-check-ins-of-pieces: the last check-in that brought each of these pieces, where one did.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS pieceId
MATCH (piece:Piece {namespace: $namespace, id: pieceId})
CALL (piece) {
  MATCH (c:CheckIn)-[:BROUGHT]->(piece)
  RETURN c ORDER BY c.at DESC, c.id DESC LIMIT 1
}
RETURN pieceId, c.id AS id, c.text AS text, c.reply AS reply, c.document AS document, c.artifacts AS artifacts,
  c.by AS by, c.at AS at

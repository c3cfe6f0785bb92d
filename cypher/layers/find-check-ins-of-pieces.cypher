// layers/find-check-ins-of-pieces: the last check-in that brought each of these pieces. No row for pieces without one.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS pieceId
MATCH (piece:Piece {namespace: $namespace, id: pieceId})
CALL (piece) {
  MATCH (c:CheckIn)-[:BROUGHT]->(piece)
  RETURN c ORDER BY c.at DESC, c.id DESC LIMIT 1
}
RETURN pieceId, c {.id, .text, .reply, .document, .artifacts, .by, .at} AS checkIn

// layers/order-sessions: link each piece of a session to the next, by position, then by time, then by id; pieces without a
// position come last. Correct links are kept.
:params {namespace: "default", sessions: ["case JN-042"]};
UNWIND $sessions AS session
CALL (session) {
  MATCH (piece:Piece {namespace: $namespace, session: session})
  WITH piece ORDER BY piece.position, piece.occurredAt, piece.id
  RETURN collect(piece) AS pieces
}
CALL (pieces) {
  UNWIND range(0, size(pieces) - 1) AS i
  WITH pieces[i] AS piece, pieces[i + 1] AS next
  CALL (piece, next) {
    MATCH (piece)-[old:NEXT]->(other:Piece)
    WHERE next IS NULL OR other <> next
    DELETE old
  }
  WITH piece, next WHERE next IS NOT NULL
  MERGE (piece)-[:NEXT]->(next)
}

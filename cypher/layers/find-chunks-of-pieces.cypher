// layers/find-chunks-of-pieces: the chunk of a document from which an LLM read each of these pieces last. No row for pieces that
// were not read from a chunk, or whose chunk no longer exists.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS pieceId
MATCH (piece:Piece {namespace: $namespace, id: pieceId})
CALL (piece) {
  MATCH (checkIn:CheckIn)-[:BROUGHT]->(piece)
  MATCH (checkIn)-[:READ_FROM]->(chunk:Piece)
  RETURN chunk.id AS chunkId ORDER BY checkIn.at DESC, checkIn.id DESC LIMIT 1
}
RETURN pieceId, chunkId

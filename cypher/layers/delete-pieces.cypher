// layers/delete-pieces: pieces with their evidence and the relations that carry them. One row a piece: the session it
// was in, to be linked anew. Those that do not exist give none.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
MATCH (piece:Piece {namespace: $namespace, id: id})
WITH piece, piece.id AS id, piece.session AS session
CALL (id) {
  MATCH ()-[link:LINK]->() USING INDEX link:LINK(namespace, pieceId)
  WHERE link.namespace = $namespace AND link.pieceId = id
  DELETE link
}
CALL (piece) {
  MATCH (piece)-[:HAS_EVIDENCE]->(evidence:Evidence)
  DETACH DELETE evidence
}
DETACH DELETE piece
RETURN id, session

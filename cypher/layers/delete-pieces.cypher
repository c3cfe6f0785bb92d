// layers/delete-pieces: delete pieces, their evidence and the relations linked to them. One row for each piece: its session,
// which the caller has to link anew, and the names found in its text. Unknown ids return no row.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
MATCH (piece:Piece {namespace: $namespace, id: id})
WITH piece, piece.id AS id, piece.session AS session, piece.names AS names, piece.nameTold AS told,
  piece.nameTitle AS titleName
CALL (id) {
  MATCH ()-[link:LINK]->() USING INDEX SEEK link:LINK(namespace, pieceId)
  WHERE link.namespace = $namespace AND link.pieceId = id
  // Otherwise the index of marks still returns the deleted relationship in this transaction.
  SET link.unshown = null
  DELETE link
}
CALL (id) {
  MATCH ()-[was:WAS_LINK]->() USING INDEX SEEK was:WAS_LINK(namespace, pieceId)
  WHERE was.namespace = $namespace AND was.pieceId = id
  SET was.unshown = null
  DELETE was
}
CALL (piece) {
  MATCH (piece)-[:HAS_EVIDENCE]->(evidence:Evidence)
  DETACH DELETE evidence
}
DETACH DELETE piece
RETURN id, session, names, told, titleName

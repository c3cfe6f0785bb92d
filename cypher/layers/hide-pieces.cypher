// layers/hide-pieces: pieces that an undo takes away, with their evidence: they are out of everybody's sight until they return.
// One row a piece: the session it was in, to be linked anew, and what was found in its text. Those that carry a relation stay,
// and those that do not exist give none. They count as loaded by nothing.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
MATCH (piece:Piece {namespace: $namespace, id: id})
WHERE NOT EXISTS { MATCH ()-[link:LINK]->() WHERE link.namespace = $namespace AND link.pieceId = id }
  AND NOT EXISTS { MATCH ()-[was:WAS_LINK]->() WHERE was.namespace = $namespace AND was.pieceId = id }
WITH piece, piece.id AS id, piece.session AS session, piece.names AS names, piece.nameTold AS told,
  piece.nameTitle AS titleName
CALL (piece) {
  MATCH (piece)-[edge:ABOUT|MENTIONS|TITLED|NEXT]-()
  DELETE edge
}
REMOVE piece:Piece:Knowledge:UnlinkedPiece, piece.names, piece.nameTold, piece.nameTitle, piece.loaded
SET piece:Undone, piece.number = coalesce(piece.number, 1) + 1
RETURN id, session, names, told, titleName

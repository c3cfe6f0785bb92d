// layers/hide-pieces: hide the pieces that an undo removes, with their evidence, until they are restored. One row for each
// piece: its session, which the caller has to link anew, and the names found in its text. Pieces linked to a relation
// stay; they and unknown ids return no row. Hidden pieces lose the mark of having been loaded.
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

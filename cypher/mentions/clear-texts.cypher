// mentions/clear-texts: remove the names and links found in texts, page by page in the order of their ids. One row: the
// last id; null if no text is left.
:params {namespace: "default", after: "", limit: 500};
MATCH (piece:Piece {namespace: $namespace})
WHERE piece.id > $after
WITH piece ORDER BY piece.id LIMIT toInteger($limit)
REMOVE piece.names, piece.nameTold, piece.nameTitle, piece.nameWords, piece:UnlinkedPiece
WITH piece
CALL (piece) {
  MATCH (piece)-[old:MENTIONS|TITLED]->(:Entity)
  WHERE old:TITLED OR old.by = 'RULE'
  DELETE old
}
RETURN max(piece.id) AS after

// Finds the pieces that wait to be linked to the names in them.
CREATE INDEX unlinked_piece IF NOT EXISTS FOR (p:UnlinkedPiece) ON (p.namespace)

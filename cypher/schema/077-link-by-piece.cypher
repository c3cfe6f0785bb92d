// Finds the relations that carry a piece.
CREATE INDEX link_by_piece IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.pieceId)

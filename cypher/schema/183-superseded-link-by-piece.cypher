// Finds the superseded relations that carry a piece.
CREATE INDEX superseded_link_by_piece IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.pieceId)

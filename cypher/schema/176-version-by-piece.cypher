// The same for the relations that carry a piece.
CREATE INDEX version_by_piece IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.piece)

// Lists pieces by when they were brought in, newest first.
CREATE INDEX piece_by_time IF NOT EXISTS FOR (p:Piece) ON (p.namespace, p.createdAt)

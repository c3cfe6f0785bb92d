// A superseded relation has its key in its namespace, as one of today has (010); so the facts of a source are read in order.
CREATE CONSTRAINT superseded_link IF NOT EXISTS FOR ()-[l:WAS_LINK]-() REQUIRE (l.namespace, l.key) IS UNIQUE;

// The same for the superseded relations to an entity.
CREATE INDEX superseded_link_by_target IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.reverseKey);

// Finds the superseded relations that carry a piece.
CREATE INDEX superseded_link_by_piece IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.pieceId);

// Finds a superseded relation by its ref.
CREATE INDEX superseded_link_by_ref IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.ref);

// Lists the facts that contradict one another; only they have the property.
CREATE INDEX link_by_conflict IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.conflict);

// Likewise the superseded ones.
CREATE INDEX superseded_link_by_conflict IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.conflict);

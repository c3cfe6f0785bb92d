// Likewise the superseded ones.
CREATE INDEX superseded_link_by_conflict IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.conflict)

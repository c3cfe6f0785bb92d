// The same for the superseded relations to an entity.
CREATE INDEX superseded_link_by_target IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.reverseKey)

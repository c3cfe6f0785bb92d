// The same for the relations to an entity.
CREATE INDEX link_by_target IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.reverseKey)

// Finds the merges of an entity, for answers about another time.
CREATE INDEX change_by_merge IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.mergeSource)

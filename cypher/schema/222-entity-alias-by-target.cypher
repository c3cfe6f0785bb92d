// Finds the ids that stand for an entity.
CREATE INDEX entity_alias_by_target IF NOT EXISTS FOR (a:EntityAlias) ON (a.namespace, a.target)

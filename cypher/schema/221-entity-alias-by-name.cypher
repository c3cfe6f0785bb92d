// Finds by a name in a text the entity that one of that name was merged into.
CREATE INDEX entity_alias_by_name IF NOT EXISTS FOR (a:EntityAlias) ON (a.namespace, a.name)

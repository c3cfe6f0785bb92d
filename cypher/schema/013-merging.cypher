// An entity that was merged into another keeps its node under this label: its id, and its name, stand for the other from then on.
CREATE CONSTRAINT entity_alias IF NOT EXISTS FOR (a:EntityAlias) REQUIRE (a.namespace, a.id) IS UNIQUE;

// Finds by a name in a text the entity that one of that name was merged into.
CREATE INDEX entity_alias_by_name IF NOT EXISTS FOR (a:EntityAlias) ON (a.namespace, a.name);

// Finds the ids that stand for an entity.
CREATE INDEX entity_alias_by_target IF NOT EXISTS FOR (a:EntityAlias) ON (a.namespace, a.target);

// Finds the merges of an entity, for answers about another time.
CREATE INDEX change_by_merge IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.mergeSource);

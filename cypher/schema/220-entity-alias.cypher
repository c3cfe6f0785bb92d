// An entity that was merged into another keeps its node under this label: its id, and its name, stand for the other from then on.
CREATE CONSTRAINT entity_alias IF NOT EXISTS FOR (a:EntityAlias) REQUIRE (a.namespace, a.id) IS UNIQUE

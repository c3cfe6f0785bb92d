// Finds the newest entities of a namespace, for suggestions of duplicates.
CREATE INDEX entity_by_creation IF NOT EXISTS FOR (e:Entity) ON (e.namespace, e.createdAt)

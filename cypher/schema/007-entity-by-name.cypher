// Finds the entities that a question names.
CREATE INDEX entity_by_name IF NOT EXISTS FOR (e:Entity) ON (e.namespace, e.name)

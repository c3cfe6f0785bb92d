// Lists the entities of a type.
CREATE INDEX entity_by_type IF NOT EXISTS FOR (e:Entity) ON (e.namespace, e.type, e.id)

// Finds the entities whose type and properties are not yet shown as a label and properties of their own.
CREATE INDEX unshown_entity IF NOT EXISTS FOR (e:Entity) ON (e.namespace, e.unshown, e.id)

// Finds the entities whose type and properties are not yet shown as a label and properties of their own.
CREATE INDEX unshown_entity IF NOT EXISTS FOR (e:Entity) ON (e.namespace, e.unshown, e.id);

// Finds the relations whose properties are not yet shown as properties of their own.
CREATE INDEX unshown_link IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.unshown, l.key);

// Finds the superseded relations whose properties are not yet shown as properties of their own.
CREATE INDEX unshown_superseded_link IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.unshown, l.key);

// Finds the relations whose properties are not yet shown as properties of their own.
CREATE INDEX unshown_link IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.unshown, l.key)

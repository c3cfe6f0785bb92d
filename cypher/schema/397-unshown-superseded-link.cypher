// Finds the superseded relations whose properties are not yet shown as properties of their own.
CREATE INDEX unshown_superseded_link IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.unshown, l.key)

// Finds documents of the same content: one that was renamed.
CREATE INDEX document_by_hash IF NOT EXISTS FOR (d:Document) ON (d.namespace, d.root, d.hash)

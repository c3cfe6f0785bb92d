// Finds the first knowledge of a namespace: no search can ask for an earlier time.
CREATE INDEX knowledge_by_creation IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.createdAt)

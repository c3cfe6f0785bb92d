// Filters by time of the last change.
CREATE INDEX knowledge_by_update IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.kind, k.updatedAt)

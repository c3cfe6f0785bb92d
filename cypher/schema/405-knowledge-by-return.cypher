// Tells whether knowledge came out of the archive after a time, for searches of another time.
CREATE INDEX knowledge_by_return IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.unarchivedAt)

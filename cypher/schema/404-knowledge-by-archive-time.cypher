// Tells whether knowledge was archived after a time, for searches of another time.
CREATE INDEX knowledge_by_archive_time IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.archivedAt)

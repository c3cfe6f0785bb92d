// The memories that were archived first, for those that were archived before ARCHIVE_RETENTION.
CREATE INDEX memory_by_archiving IF NOT EXISTS FOR (m:Memory) ON (m.archivedAt)

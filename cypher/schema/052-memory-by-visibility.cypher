// Pages of what a caller sees, newest first.
CREATE INDEX memory_by_visibility IF NOT EXISTS FOR (m:Memory) ON (m.namespace, m.visibility, m.createdAt)

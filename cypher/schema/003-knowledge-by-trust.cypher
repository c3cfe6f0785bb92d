// Counts and filters by trust, and the exact scan of a namespace's kind.
CREATE INDEX knowledge_by_trust IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.kind, k.trust)

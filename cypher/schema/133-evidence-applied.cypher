// Finds the changes of trust since a moment.
CREATE INDEX evidence_applied IF NOT EXISTS FOR (e:Evidence) ON (e.namespace, e.appliedAt)

// Lists what was observed, newest first, whatever it was observed of.
CREATE INDEX evidence_by_time IF NOT EXISTS FOR (e:Evidence) ON (e.namespace, e.at)

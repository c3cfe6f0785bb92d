// How others judged what an agent said, newest first; only decided signals are in it.
CREATE INDEX evidence_by_verdict IF NOT EXISTS FOR (e:Evidence) ON (e.namespace, e.agent, e.decidedAt)

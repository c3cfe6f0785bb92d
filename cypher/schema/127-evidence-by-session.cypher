// What was observed in a session, so that a context can leave it out.
CREATE INDEX evidence_by_session IF NOT EXISTS FOR (e:Evidence) ON (e.namespace, e.session)

// An observation counts once: its id is the caller's idempotency key, or made from what it observes.
CREATE CONSTRAINT evidence IF NOT EXISTS FOR (e:Evidence) REQUIRE (e.namespace, e.id) IS UNIQUE;

// Lists what was observed, newest first, whatever it was observed of.
CREATE INDEX evidence_by_time IF NOT EXISTS FOR (e:Evidence) ON (e.namespace, e.at);

// What was observed in a session, so that a context can leave it out.
CREATE INDEX evidence_by_session IF NOT EXISTS FOR (e:Evidence) ON (e.namespace, e.session);

// Finds the changes of trust since a moment.
CREATE INDEX evidence_applied IF NOT EXISTS FOR (e:Evidence) ON (e.namespace, e.appliedAt);

// What a strategy was tried for, in the order of its ledger.
CREATE INDEX evidence_by_strategy IF NOT EXISTS FOR (e:Evidence) ON (e.namespace, e.strategyId, e.sequence);

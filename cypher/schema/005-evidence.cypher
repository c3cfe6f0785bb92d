// An observation counts once: its id is the caller's idempotency key, or made from what it observes.
CREATE CONSTRAINT evidence IF NOT EXISTS FOR (e:Evidence) REQUIRE (e.namespace, e.id) IS UNIQUE

// A session is queued once: its id is the natural key of its job.
CREATE CONSTRAINT session IF NOT EXISTS FOR (s:Session) REQUIRE (s.namespace, s.id) IS UNIQUE

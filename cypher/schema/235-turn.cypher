// A turn of a session that a memory rests on: its id is the session's, '#' and its number.
CREATE CONSTRAINT turn IF NOT EXISTS FOR (t:Turn) REQUIRE (t.namespace, t.id) IS UNIQUE

// What was learned of one action for one kind of request.
CREATE CONSTRAINT strategy IF NOT EXISTS FOR (s:Strategy) REQUIRE (s.namespace, s.id) IS UNIQUE

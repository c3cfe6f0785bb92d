// A task has one id in its namespace. Ids are in the order of time.
CREATE CONSTRAINT task IF NOT EXISTS FOR (t:Task) REQUIRE (t.namespace, t.id) IS UNIQUE

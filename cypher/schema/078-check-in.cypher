// A check-in has its id in its namespace.
CREATE CONSTRAINT check_in IF NOT EXISTS FOR (c:CheckIn) REQUIRE (c.namespace, c.id) IS UNIQUE

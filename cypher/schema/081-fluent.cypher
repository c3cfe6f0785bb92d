// A fluent has one id in its namespace.
CREATE CONSTRAINT fluent IF NOT EXISTS FOR (f:Fluent) REQUIRE (f.namespace, f.id) IS UNIQUE

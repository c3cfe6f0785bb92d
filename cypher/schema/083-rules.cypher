// A version of a fluent's rules has one id in its namespace.
CREATE CONSTRAINT rules IF NOT EXISTS FOR (r:Rules) REQUIRE (r.namespace, r.id) IS UNIQUE

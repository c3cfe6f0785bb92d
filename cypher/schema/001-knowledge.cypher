// Everything that is ranked has a ref (kind and id) of its own in its namespace.
CREATE CONSTRAINT knowledge IF NOT EXISTS FOR (k:Knowledge) REQUIRE (k.namespace, k.ref) IS UNIQUE

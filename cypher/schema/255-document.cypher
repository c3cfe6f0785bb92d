// A document has its id in its namespace.
CREATE CONSTRAINT document IF NOT EXISTS FOR (d:Document) REQUIRE (d.namespace, d.id) IS UNIQUE

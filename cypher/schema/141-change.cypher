// A write that changed what things say has one node.
CREATE CONSTRAINT change IF NOT EXISTS FOR (c:Change) REQUIRE (c.namespace, c.id) IS UNIQUE

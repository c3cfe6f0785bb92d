// An entity has its id in its namespace.
CREATE CONSTRAINT entity IF NOT EXISTS FOR (e:Entity) REQUIRE (e.namespace, e.id) IS UNIQUE

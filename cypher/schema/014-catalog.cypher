// The one node a namespace's catalog is locked by while items and their prerequisites are rewritten.
CREATE CONSTRAINT catalog IF NOT EXISTS FOR (c:Catalog) REQUIRE c.namespace IS UNIQUE

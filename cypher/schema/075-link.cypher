// A relation has its key in its namespace. The key begins with its source and goes on with type, target and piece, so that
// the relations from an entity are read in order, and only as many as are asked for: a hub costs what the answer costs.
CREATE CONSTRAINT link IF NOT EXISTS FOR ()-[l:LINK]-() REQUIRE (l.namespace, l.key) IS UNIQUE

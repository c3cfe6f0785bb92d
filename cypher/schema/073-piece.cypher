// A piece has its id in its namespace.
CREATE CONSTRAINT piece IF NOT EXISTS FOR (p:Piece) REQUIRE (p.namespace, p.id) IS UNIQUE

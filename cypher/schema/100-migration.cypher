// How far a migration of stored data has come is itself in the graph.
CREATE CONSTRAINT migration IF NOT EXISTS FOR (m:Migration) REQUIRE m.name IS UNIQUE

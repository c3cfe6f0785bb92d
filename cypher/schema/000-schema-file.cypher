// What schema/ has been applied is itself in the graph.
CREATE CONSTRAINT schema_file IF NOT EXISTS FOR (f:SchemaFile) REQUIRE f.name IS UNIQUE

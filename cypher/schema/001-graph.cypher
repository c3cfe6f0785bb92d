// What schema/ has been applied is itself in the graph.
CREATE CONSTRAINT schema_file IF NOT EXISTS FOR (f:SchemaFile) REQUIRE f.name IS UNIQUE;

// How far a migration of stored data has come is itself in the graph.
CREATE CONSTRAINT migration IF NOT EXISTS FOR (m:Migration) REQUIRE m.name IS UNIQUE;

// What only one replica may do at a time.
CREATE CONSTRAINT lease IF NOT EXISTS FOR (l:Lease) REQUIRE l.name IS UNIQUE;

// By which the service finds out whether a transaction was committed whose answer was lost. The index also serves the
// deletion of old marks.
CREATE CONSTRAINT commit_mark IF NOT EXISTS FOR (m:CommitMark) REQUIRE m.id IS UNIQUE;

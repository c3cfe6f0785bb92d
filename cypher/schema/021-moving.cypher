// One import into a namespace at a time.
CREATE CONSTRAINT namespace_import IF NOT EXISTS FOR (i:NamespaceImport) REQUIRE i.namespace IS UNIQUE;

// What an import has brought that nobody sees yet, by the name it has in the export.
CREATE CONSTRAINT staged IF NOT EXISTS FOR (s:Staged) REQUIRE s.staged IS UNIQUE;

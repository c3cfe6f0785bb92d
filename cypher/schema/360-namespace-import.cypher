// One import into a namespace at a time.
CREATE CONSTRAINT namespace_import IF NOT EXISTS FOR (i:NamespaceImport) REQUIRE i.namespace IS UNIQUE

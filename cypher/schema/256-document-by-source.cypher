// Finds a document by the folder it was ingested from and its path in there; lists documents in that order.
CREATE CONSTRAINT document_by_source IF NOT EXISTS FOR (d:Document) REQUIRE (d.namespace, d.root, d.source) IS UNIQUE

// A document has its id in its namespace.
CREATE CONSTRAINT document IF NOT EXISTS FOR (d:Document) REQUIRE (d.namespace, d.id) IS UNIQUE;

// Finds a document by the folder it was ingested from and its path in there; lists documents in that order.
CREATE CONSTRAINT document_by_source IF NOT EXISTS FOR (d:Document) REQUIRE (d.namespace, d.root, d.source) IS UNIQUE;

// Finds documents of the same content: one that was renamed.
CREATE INDEX document_by_hash IF NOT EXISTS FOR (d:Document) ON (d.namespace, d.root, d.hash);

// A name by which documents are looked for is one node of its namespace.
CREATE CONSTRAINT document_name IF NOT EXISTS FOR (n:DocumentName) REQUIRE (n.namespace, n.key) IS UNIQUE;

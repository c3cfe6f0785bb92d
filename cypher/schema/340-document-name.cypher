// A name by which documents are looked for is one node of its namespace.
CREATE CONSTRAINT document_name IF NOT EXISTS FOR (n:DocumentName) REQUIRE (n.namespace, n.key) IS UNIQUE

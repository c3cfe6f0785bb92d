// documents/list-document-pieces: ids of all chunks of a document, also of those that it has no more and that are out of sight.
// One row a document; none where there is none.
:params {namespace: "default", id: "01JDEMO"};
MATCH (document:Document {namespace: $namespace, id: $id})
RETURN COLLECT { MATCH (document)-[:HAS_CHUNK|HAD_CHUNK]->(piece) RETURN piece.id ORDER BY piece.id } AS ids

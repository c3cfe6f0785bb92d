// documents/list-document-pieces: ids of all chunks of a document, including detached and hidden ones. One row; none
// if the document does not exist.
:params {namespace: "default", id: "01JDEMO"};
MATCH (document:Document {namespace: $namespace, id: $id})
RETURN COLLECT { MATCH (document)-[:HAS_CHUNK|HAD_CHUNK]->(piece) RETURN piece.id ORDER BY piece.id } AS ids

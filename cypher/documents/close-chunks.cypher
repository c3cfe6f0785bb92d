// documents/close-chunks: pieces that a document has no more. The edge stays under another type, so that they go with their
// document. One row each.
:params {namespace: "default", document: "01JDEMO", ids: ["01JDEMO-1"]};
MATCH (document:Document {namespace: $namespace, id: $document})
UNWIND $ids AS id
MATCH (document)-[has:HAS_CHUNK]->(piece:Piece {namespace: $namespace, id: id})
DELETE has
MERGE (document)-[:HAD_CHUNK]->(piece)
RETURN id

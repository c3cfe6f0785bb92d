// documents/close-chunks: pieces that a document has no more. The edge stays under another type, so that they go with their
// document, and come back with it where all of it was closed. One row each.
//   $closedAt  when all of the document was closed; null where it goes on without them
:params {namespace: "default", document: "01JDEMO", closedAt: null, ids: ["01JDEMO-1"]};
MATCH (document:Document {namespace: $namespace, id: $document})
UNWIND $ids AS id
MATCH (document)-[has:HAS_CHUNK]->(piece:Piece {namespace: $namespace, id: id})
WITH document, piece, id, has, has.headings AS headings, has.position AS position
DELETE has
MERGE (document)-[had:HAD_CHUNK]->(piece)
SET had.headings = headings, had.position = position, had.closedAt = $closedAt
RETURN id

// documents/close-chunks: detach chunks that are no longer part of a document. Another type of relationship replaces
// the former one, so that they are deleted with the document, and return with it if the whole document was closed.
// One row each.
//   $closedAt  time at which the whole document was closed; null if only these chunks leave it
:params {namespace: "default", document: "01JDEMO", closedAt: null, ids: ["01JDEMO-1"]};
MATCH (document:Document {namespace: $namespace, id: $document})
UNWIND $ids AS id
MATCH (document)-[has:HAS_CHUNK]->(piece:Piece {namespace: $namespace, id: id})
WITH document, piece, id, has, has.headings AS headings, has.position AS position
DELETE has
MERGE (document)-[had:HAD_CHUNK]->(piece)
SET had.headings = headings, had.position = position, had.closedAt = $closedAt
RETURN id

// documents/find-document-by-id: a document, with the number of its visible chunks. One row; none if it does not
// exist.
:params {namespace: "default", id: "01JDEMO"};
MATCH (document:Document {namespace: $namespace, id: $id})
RETURN document {
  .id, .root, .source, .mediaType, .hash, .title, .ingestedAt, .closedAt, .chunks, .entityId, .givenTitle, .manner, .revision
} AS document, COUNT { (document)-[:HAS_CHUNK]->(:Piece) } AS inSight

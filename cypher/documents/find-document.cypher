// documents/find-document: a document by its source, with the number of its chunks that are in sight; fewer than it has where
// some were deleted, or an undo took them away. One row; none where there is none.
//   $root  folder it was ingested from; '' without one      $source  its path in there
:params {namespace: "default", root: "", source: "pumps.md"};
MATCH (document:Document {namespace: $namespace, root: $root, source: $source})
RETURN document {
  .id, .root, .source, .mediaType, .hash, .title, .ingestedAt, .closedAt, .chunks, .entityId, .givenTitle, .manner, .revision
} AS document, COUNT { (document)-[:HAS_CHUNK]->(:Piece) } AS inSight

// documents/find-document: a document by its source, with the number of its visible chunks, which is smaller than
// `chunks` if some were deleted or hidden by an undo. One row; none if it does not exist.
//   $root  folder it was ingested from, '' without one      $source  its path below the root
:params {namespace: "default", root: "", source: "pumps.md"};
MATCH (document:Document {namespace: $namespace, root: $root, source: $source})
RETURN document {
  .id, .root, .source, .mediaType, .hash, .title, .ingestedAt, .closedAt, .chunks, .entityId, .givenTitle, .manner, .revision
} AS document, COUNT { (document)-[:HAS_CHUNK]->(:Piece) } AS inSight

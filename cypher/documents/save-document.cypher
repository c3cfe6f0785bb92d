// documents/save-document: create or update a document, under the lock of the namespace. One row; none, and nothing
// is written, if its revision is not the expected one.
//   $revision    expected revision; 0 if it must not exist yet
//   $properties  root, source, mediaType, hash, title, ingestedAt, chunks, entityId, givenTitle, manner
:params {namespace: "default", id: "01JDEMO", revision: 0, properties: {root: "", source: "pumps.md", hash: "e3b0c442"}};
MERGE (document:Document {namespace: $namespace, id: $id})
WITH document WHERE coalesce(document.revision, 0) = $revision
SET document += $properties, document.revision = toInteger($revision) + 1
RETURN document.id AS id

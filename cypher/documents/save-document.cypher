// documents/save-document: create a document or bring it up to date, under the lock of the namespace. One row; none, and nothing
// is written, where it has another revision than expected by now.
//   $revision    that it must have; 0 where it must be new
//   $properties  root, source, mediaType, hash, title, ingestedAt, chunks, entityId, givenTitle, manner
:params {namespace: "default", id: "01JDEMO", revision: 0, properties: {root: "", source: "pumps.md", hash: "e3b0c442"}};
MERGE (document:Document {namespace: $namespace, id: $id})
WITH document WHERE coalesce(document.revision, 0) = $revision
SET document += $properties, document.revision = toInteger($revision) + 1
RETURN document.id AS id

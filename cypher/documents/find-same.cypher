// documents/find-same: sources of the documents below a root that have the same content, sorted.
//   $hash  SHA-256 of the content
:params {namespace: "default", root: "", hash: "e3b0c442", limit: 2};
MATCH (document:Document {namespace: $namespace, root: $root, hash: $hash})
RETURN document.source AS source
ORDER BY source
LIMIT toInteger($limit)

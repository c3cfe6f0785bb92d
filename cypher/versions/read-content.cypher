// versions/read-content: lock knowledge that is about to be written, and read its content. No row for nodes that do not exist yet.
//   $fields  properties whose values are returned
:params {namespace: "default", refs: ["item:open_files"], fields: ["description"]};
UNWIND $refs AS ref
MATCH (node:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
REMOVE node.lock // takes the write lock first, so that what is read from here on is current
WITH ref, node
RETURN ref, coalesce(node.number, 1) AS number, [field IN $fields | node[field]] AS values,
  node.title AS title, node.text AS text,
  // With the facet that the archive took, since the state was also current before that.
  CASE WHEN node.archivedAt IS NOT NULL AND node.mergedInto IS NULL THEN node.facets + node.visibility ELSE node.facets END AS facets

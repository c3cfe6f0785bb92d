// versions/read-learnings: lock learnings that are about to be written, and read their content. No row for those that do not exist.
//   $fields  properties whose values are returned
:params {namespace: "default", refs: ["learning:l1"], fields: ["recoveryApproach"]};
UNWIND $refs AS ref
MATCH (node:Learning {namespace: $namespace, id: substring(ref, 9)}) USING INDEX SEEK node:Learning(namespace, id)
REMOVE node.lock // takes the write lock first, so that what is read from here on is current
WITH ref, node
RETURN ref, coalesce(node.number, 1) AS number, [field IN $fields | node[field]] AS values, node.title AS title, null AS text

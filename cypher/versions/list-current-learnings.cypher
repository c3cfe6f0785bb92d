// versions/list-current-learnings: current contents of learnings, with the changes that made them. One row for each; none for
// learnings that do not exist.
//   $fields  properties whose values are returned
:params {namespace: "default", refs: ["learning:l1"], fields: ["recoveryApproach"]};
UNWIND $refs AS ref
MATCH (node:Learning {namespace: $namespace, id: substring(ref, 9)}) USING INDEX SEEK node:Learning(namespace, id)
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN ref, coalesce(node.number, 1) AS number, [field IN $fields | node[field]] AS values, node.title AS title, null AS text,
  coalesce(node.since, node.createdAt, node.timestamp) AS since,
  node.change AS madeBy, change {.id, .door, .undoes, undone: coalesce(change.undone, false)} AS change

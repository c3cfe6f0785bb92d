// versions/list-current: current contents of knowledge, with the changes that made them. One row for each; none for knowledge
// that does not exist.
//   $fields  properties whose values are returned
:params {namespace: "default", refs: ["item:open_files"], fields: ["description"]};
UNWIND $refs AS ref
MATCH (node:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN ref, coalesce(node.number, 1) AS number, [field IN $fields | node[field]] AS values, node.title AS title, node.text AS text, coalesce(node.since, node.createdAt) AS since,
  node.change AS madeBy, change {.id, .door, .undoes, undone: coalesce(change.undone, false)} AS change

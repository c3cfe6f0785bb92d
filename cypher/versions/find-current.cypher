// versions/find-current: current content of a node of knowledge, with the change that made it. One row; none if it does not exist.
//   $fields  properties whose values are returned
:params {namespace: "default", ref: "item:open_files", fields: ["description"]};
MATCH (node:Knowledge {namespace: $namespace, ref: $ref})
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN coalesce(node.number, 1) AS number, [field IN $fields | node[field]] AS values, node.title AS title,
  node.text AS text, coalesce(node.since, node.createdAt) AS since, change {.id, .by, .keyId, .at, .door, refs: change.refs[..100], refCount: size(change.refs)} AS change

// versions/find-current-learning: current content of a learning, with the change that made it. One row; none if it does not exist.
//   $fields  properties whose values are returned
:params {namespace: "default", ref: "learning:l1", fields: ["recoveryApproach"]};
MATCH (node:Learning {namespace: $namespace, id: substring($ref, 9)}) USING INDEX SEEK node:Learning(namespace, id)
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN coalesce(node.number, 1) AS number, [field IN $fields | node[field]] AS values, node.title AS title, null AS text,
  coalesce(node.since, node.createdAt, node.timestamp) AS since,
  change {.id, .by, .keyId, .at, .door, refs: change.refs[..100], refCount: size(change.refs)} AS change

// versions/find-current-entity: current content of an entity, with the change that made it. One row; none if it does not exist.
//   $fields  properties whose values are returned
:params {namespace: "default", ref: "entity:user:alice", fields: ["metadata"]};
MATCH (node:Entity {namespace: $namespace, id: substring($ref, 7)})
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN coalesce(node.number, 1 + coalesce(COLLECT {
    MATCH (kept:Version {namespace: $namespace, ref: $ref}) WHERE kept.number > 0
    RETURN kept.number ORDER BY kept.number DESC LIMIT 1
  }[0], 0)) AS number,
  [field IN $fields | node[field]] AS values, node.label AS title,
  null AS text, coalesce(node.since, node.createdAt) AS since, change {.id, .by, .keyId, .at, .door, refs: change.refs[..100], refCount: size(change.refs)} AS change

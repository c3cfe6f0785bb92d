// versions/list-current-entities: what entities say now, and which change made that. One row each; none for what is not there.
// An entity that is made of a name in texts says nothing.
//   $fields  properties whose values are given
:params {namespace: "default", refs: ["entity:user:alice"], fields: ["description"]};
UNWIND $refs AS ref
MATCH (node:Entity {namespace: $namespace, id: substring(ref, 7)}) USING INDEX SEEK node:Entity(namespace, id)
WHERE node.rule IS NULL
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN ref, coalesce(node.number, 1 + coalesce(COLLECT {
    MATCH (kept:Version {namespace: $namespace, ref: ref}) WHERE kept.number > 0
    RETURN kept.number ORDER BY kept.number DESC LIMIT 1
  }[0], 0)) AS number,
  [field IN $fields | node[field]] AS values, node.label AS title, null AS text,
  coalesce(node.since, node.createdAt) AS since,
  node.change AS madeBy, change {.id, .door, .undoes, undone: coalesce(change.undone, false)} AS change

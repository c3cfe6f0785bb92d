// versions/list-current-entities: current contents of entities, with the changes that made them. One row for each; none for
// entities that do not exist, and for those created from a name in texts (`rule`), which have no content of their own.
//   $fields  properties whose values are returned
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

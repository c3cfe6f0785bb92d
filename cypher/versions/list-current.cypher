// versions/list-current: what knowledge says now, and which change made that. One row each; none for what is not there.
//   $fields  properties whose values are given
:params {namespace: "default", refs: ["item:open_files"], fields: ["description"]};
UNWIND $refs AS ref
MATCH (node:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN ref, coalesce(node.number, 1) AS number, [field IN $fields |
    // Of a piece that migrations/014 has not come to.
    CASE WHEN field = 'mentioned' AND node.mentioned IS NULL THEN COLLECT {
      MATCH (node)-[mentions:MENTIONS]->(entity:Entity) WHERE mentions.by IS NULL RETURN entity.id ORDER BY entity.id
    } ELSE node[field] END
  ] AS values, node.title AS title, node.text AS text, coalesce(node.since, node.createdAt) AS since,
  node.change AS madeBy, change {.id, .door, .undoes, undone: coalesce(change.undone, false)} AS change

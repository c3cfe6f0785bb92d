// versions/list-current: current contents of knowledge, with the changes that made them. One row for each; none for knowledge
// that does not exist.
//   $fields  properties whose values are returned
:params {namespace: "default", refs: ["item:open_files"], fields: ["description"]};
UNWIND $refs AS ref
MATCH (node:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN ref, coalesce(node.number, 1) AS number, [field IN $fields |
    // Migration 014 has not processed this piece yet, so `mentioned` is derived from its relationships.
    CASE WHEN field = 'mentioned' AND node.mentioned IS NULL THEN COLLECT {
      MATCH (node)-[mentions:MENTIONS]->(entity:Entity) WHERE mentions.by IS NULL RETURN entity.id ORDER BY entity.id
    } ELSE node[field] END
  ] AS values, node.title AS title, node.text AS text, coalesce(node.since, node.createdAt) AS since,
  node.change AS madeBy, change {.id, .door, .undoes, undone: coalesce(change.undone, false)} AS change

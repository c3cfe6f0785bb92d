// versions/list-current-relations: current contents of relations, with the changes that made them. One row for each, including
// superseded ones; none for relations that do not exist.
//   $fields  properties whose values are returned
:params {namespace: "default", refs: ["relation:h"], fields: ["properties"]};
UNWIND $refs AS ref
CALL (ref) {
  MATCH (source:Entity)-[link:LINK {namespace: $namespace, ref: ref}]->(target:Entity) USING INDEX SEEK link:LINK(namespace, ref)
  RETURN source, link, target
 UNION ALL
  MATCH (source:Entity)-[link:WAS_LINK {namespace: $namespace, ref: ref}]->(target:Entity) USING INDEX SEEK link:WAS_LINK(namespace, ref)
  RETURN source, link, target
}
OPTIONAL MATCH (change:Change {namespace: $namespace, id: link.change})
RETURN ref, coalesce(link.number, 1) AS number,
  [field IN $fields | CASE field WHEN 'sourceId' THEN source.id WHEN 'targetId' THEN target.id ELSE link[field] END] AS values,
  link.type AS title, null AS text, coalesce(link.since, link.createdAt) AS since,
  link.change AS madeBy, change {.id, .door, .undoes, undone: coalesce(change.undone, false)} AS change

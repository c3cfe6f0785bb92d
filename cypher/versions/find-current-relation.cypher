// versions/find-current-relation: current content of a relation, with the change that made it. One row; none if it does not exist.
//   $fields  properties whose values are returned
:params {namespace: "default", ref: "relation:h", fields: ["properties"]};
CALL () {
  MATCH (source:Entity)-[link:LINK {namespace: $namespace, ref: $ref}]->(target:Entity) USING INDEX SEEK link:LINK(namespace, ref)
  RETURN source, link, target
 UNION ALL
  MATCH (source:Entity)-[link:WAS_LINK {namespace: $namespace, ref: $ref}]->(target:Entity) USING INDEX SEEK link:WAS_LINK(namespace, ref)
  RETURN source, link, target
}
OPTIONAL MATCH (change:Change {namespace: $namespace, id: link.change})
RETURN coalesce(link.number, 1) AS number,
  [field IN $fields | CASE field WHEN 'sourceId' THEN source.id WHEN 'targetId' THEN target.id ELSE link[field] END] AS values,
  link.type AS title, null AS text, coalesce(link.since, link.createdAt) AS since,
  change {.id, .by, .keyId, .at, .door, refs: change.refs[..100], refCount: size(change.refs)} AS change

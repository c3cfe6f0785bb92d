// versions/read-relations: what relations say that are about to be written, under the lock of their namespace (lock-layers).
// None for what does not exist yet.
//   $fields  properties whose values are kept
:params {namespace: "default", rows: [{ref: "relation:h", key: "k"}], fields: ["properties"]};
UNWIND $rows AS row
MATCH (source:Entity)-[link:LINK {namespace: $namespace, key: row.key}]->(target:Entity) USING INDEX SEEK link:LINK(namespace, key)
RETURN row.ref AS ref, coalesce(link.number, 1) AS number,
  [field IN $fields | CASE field WHEN 'sourceId' THEN source.id WHEN 'targetId' THEN target.id ELSE link[field] END] AS values,
  link.type AS title, null AS text

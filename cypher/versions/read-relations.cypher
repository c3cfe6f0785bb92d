// versions/read-relations: content of relations that are about to be written, under the lock of their namespace
// (layers/lock-layers). No row for relations that do not exist yet.
//   $fields  properties whose values are returned
:params {namespace: "default", rows: [{ref: "relation:h", key: "k"}], fields: ["properties"]};
UNWIND $rows AS row
MATCH (source:Entity)-[link:LINK {namespace: $namespace, key: row.key}]->(target:Entity) USING INDEX SEEK link:LINK(namespace, key)
RETURN row.ref AS ref, coalesce(link.number, 1) AS number,
  [field IN $fields | CASE field WHEN 'sourceId' THEN source.id WHEN 'targetId' THEN target.id ELSE link[field] END] AS values,
  link.type AS title, null AS text

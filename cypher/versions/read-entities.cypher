// versions/read-entities: content of entities that are about to be written, under the lock of their namespace (layers/lock-layers).
// No row for entities that do not exist yet, and for those created from a name in texts (`rule`).
//   $fields  properties whose values are returned
:params {namespace: "default", refs: ["entity:user:alice"], fields: ["description"]};
UNWIND $refs AS ref
MATCH (node:Entity {namespace: $namespace, id: substring(ref, 7)}) USING INDEX SEEK node:Entity(namespace, id)
WHERE node.rule IS NULL
RETURN ref, coalesce(node.number, 1 + coalesce(COLLECT {
    MATCH (kept:Version {namespace: $namespace, ref: ref}) WHERE kept.number > 0
    RETURN kept.number ORDER BY kept.number DESC LIMIT 1
  }[0], 0)) AS number,
  [field IN $fields | node[field]] AS values, node.label AS title, null AS text

// versions/read-entities: what entities say that are about to be written, under the lock of their namespace (lock-layers). None for what
// does not exist yet, and for one that is made of a name in texts.
//   $fields  properties whose values are kept
:params {namespace: "default", refs: ["entity:user:alice"], fields: ["description"]};
UNWIND $refs AS ref
MATCH (node:Entity {namespace: $namespace, id: substring(ref, 7)}) USING INDEX SEEK node:Entity(namespace, id)
WHERE node.rule IS NULL
RETURN ref, coalesce(node.number, 1 + coalesce(COLLECT {
    MATCH (kept:Version {namespace: $namespace, ref: ref}) WHERE kept.number > 0
    RETURN kept.number ORDER BY kept.number DESC LIMIT 1
  }[0], 0)) AS number,
  [field IN $fields | node[field]] AS values, node.label AS title, null AS text

// versions/read-entities: what entities say that are about to be written, under the lock of their namespace (lock-layers). None for what does not exist yet.
//   $fields  properties whose values are kept
:params {namespace: "default", refs: ["entity:user:alice"], fields: ["description"]};
UNWIND $refs AS ref
MATCH (node:Entity {namespace: $namespace, id: substring(ref, 7)}) USING INDEX node:Entity(namespace, id)
RETURN ref, coalesce(node.number, 1) AS number, [field IN $fields | node[field]] AS values,
  node.label AS title, null AS text

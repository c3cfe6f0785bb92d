// layers/list-outgoing-relations: a page of the relations from each of these entities, by type, other end and piece.
//   $after  the key behind which the page begins; empty: from the start
:params {namespace: "default", ids: ["user:alice"], after: "", limit: 21};
UNWIND $ids AS entityId
CALL (entityId) {
  MATCH (source:Entity)-[l:LINK]->(target:Entity) USING INDEX l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key STARTS WITH entityId + '\n' AND l.key > $after
  RETURN source, l, target
  ORDER BY l.namespace, l.key
  LIMIT toInteger($limit)
}
RETURN entityId, l {
  .key, .reverseKey, .type, .pieceId, .properties,
  source: source {.id, .type, .label, .properties, .metadata}, target: target {.id, .type, .label, .properties, .metadata}
} AS relation
ORDER BY entityId, l.key

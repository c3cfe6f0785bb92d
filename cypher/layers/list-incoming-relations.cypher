// layers/list-incoming-relations: a page of the relations to each of these entities, by type, other end and piece.
//   $after  the reverseKey after which the page begins; empty: from the start
:params {namespace: "default", ids: ["user:alice"], after: "", limit: 21};
UNWIND $ids AS entityId
CALL (entityId) {
  MATCH (source:Entity)-[l:LINK]->(target:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
  // The lower bound is the entity's first key rather than STARTS WITH: on an empty graph the planner chose a seek by
  // `> $after` alone, which reads the whole namespace.
  WHERE l.namespace = $namespace AND l.reverseKey > CASE WHEN $after > entityId + '\n' THEN $after ELSE entityId + '\n' END
    AND l.reverseKey < entityId + '\u000b'
  RETURN source, l, target
  ORDER BY l.namespace, l.reverseKey
  LIMIT toInteger($limit)
}
RETURN entityId, l {
  .key, .reverseKey, .type, .pieceId, .properties, .validFrom, .validTo, .startsAt, .startBasis, .endsAt,
  source: source {.id, .type, .label, .properties, .metadata}, target: target {.id, .type, .label, .properties, .metadata}
} AS relation
ORDER BY entityId, l.reverseKey

// facts/find-contradiction: the facts of one contradiction. One row.
//   $key  the `conflict` of the facts
:params {namespace: "default", key: "user:alice\nWORKS_AT\n2024-01-01T00:00:00.000Z"};
CALL () {
  MATCH (source:Entity)-[l:LINK]->(target:Entity) USING INDEX SEEK l:LINK(namespace, conflict)
  WHERE l.namespace = $namespace AND l.conflict = $key
  RETURN source, l, target
 UNION ALL
  MATCH (source:Entity)-[l:WAS_LINK]->(target:Entity) USING INDEX SEEK l:WAS_LINK(namespace, conflict)
  WHERE l.namespace = $namespace AND l.conflict = $key
  RETURN source, l, target
}
WITH source, l, target ORDER BY l.key
RETURN collect(l {
  .key, .type, .pieceId, .properties, .validFrom, .validTo, .startsAt, .startBasis, .endsAt,
  source: source {.id, .type, .label, .properties, .metadata}, target: target {.id, .type, .label, .properties, .metadata}
}) AS relations

// facts/find-contradictions: the facts of contradictions. One row for each.
//   $keys  the `conflict` of the facts
:params {namespace: "default", keys: ["user:alice\nWORKS_AT\n2024-01-01T00:00:00.000Z"]};
UNWIND $keys AS key
CALL (key) {
  CALL (key) {
    MATCH (source:Entity)-[l:LINK]->(target:Entity) USING INDEX SEEK l:LINK(namespace, conflict)
    WHERE l.namespace = $namespace AND l.conflict = key
    RETURN source, l, target
   UNION ALL
    MATCH (source:Entity)-[l:WAS_LINK]->(target:Entity) USING INDEX SEEK l:WAS_LINK(namespace, conflict)
    WHERE l.namespace = $namespace AND l.conflict = key
    RETURN source, l, target
  }
  WITH source, l, target ORDER BY l.key
  RETURN collect(l {
    .key, .type, .pieceId, .properties, .validFrom, .validTo, .startsAt, .startBasis, .endsAt,
    source: source {.id, .type, .label, .properties, .metadata}, target: target {.id, .type, .label, .properties, .metadata}
  }) AS relations
}
RETURN key, relations

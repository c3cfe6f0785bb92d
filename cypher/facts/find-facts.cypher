// facts/find-facts: all relations of these sources and types, including superseded ones. One row each.
//   $groups  prefixes of their keys: the source, then the type, each followed by a newline
:params {namespace: "default", groups: ["user:alice\nWORKS_AT\n"]};
UNWIND $groups AS prefix
CALL (prefix) {
  MATCH (:Entity)-[l:LINK]->(target:Entity) USING INDEX SEEK l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key STARTS WITH prefix
  RETURN l, target, false AS superseded
 UNION ALL
  MATCH (:Entity)-[l:WAS_LINK]->(target:Entity) USING INDEX SEEK l:WAS_LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key STARTS WITH prefix
  RETURN l, target, true AS superseded
}
OPTIONAL MATCH (piece:Piece {namespace: $namespace, id: l.pieceId}) USING INDEX SEEK piece:Piece(namespace, id)
RETURN prefix, l.key AS key, target.id AS targetId, superseded, l.validFrom AS validFrom, l.validTo AS validTo,
  l.createdAt AS recordedAt, l.joinedAt AS joinedAt, piece.occurredAt AS occurredAt, l.startsAt AS startsAt, l.startBasis AS startBasis,
  l.endsAt AS endsAt, coalesce(l.ends, []) AS ends, coalesce(l.endsKnown, []) AS endsKnown, l.conflict AS conflict
ORDER BY key

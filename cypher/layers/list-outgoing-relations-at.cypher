// layers/list-outgoing-relations-at: a page of the relations from each of these entities as they were at a time,
// including superseded ones and those that an undo removed later, by type, other end and piece. endsAt is the end that
// later relations set, as far as it was known then.
//   $after  the key after which the page begins; empty: from the start
//   $when   one map: known (relations recorded later are left out), at (only relations valid at this time; null: any),
//           passed (relations that later ones had ended by this time, as far as known at `known`, are left out)
:params {namespace: "default", ids: ["user:alice"], after: "", limit: 21, when: {known: datetime(), at: null, passed: datetime()}};
UNWIND $ids AS entityId
CALL (entityId) {
  MATCH (source:Entity)-[l:LINK]->(target:Entity) USING INDEX SEEK l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key > CASE WHEN $after > entityId + '\n' THEN $after ELSE entityId + '\n' END
    AND l.key < entityId + '\u000b'
    AND coalesce(coalesce(l.joinedAt, l.createdAt) <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
  RETURN source.id AS source, l, target.id AS target ORDER BY l.namespace, l.key LIMIT toInteger($limit)
 UNION ALL
  MATCH (source:Entity)-[l:WAS_LINK]->(target:Entity) USING INDEX SEEK l:WAS_LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key > CASE WHEN $after > entityId + '\n' THEN $after ELSE entityId + '\n' END
    AND l.key < entityId + '\u000b'
    AND coalesce(coalesce(l.joinedAt, l.createdAt) <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
  RETURN source.id AS source, l, target.id AS target ORDER BY l.namespace, l.key LIMIT toInteger($limit)
 UNION ALL
  MATCH (l:Version) USING INDEX SEEK l:Version(namespace, source)
  WHERE l.namespace = $namespace AND l.source = entityId AND l.gone AND l.key > $after AND l.until > $when.known
    AND coalesce(l.createdAt <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
  RETURN l.source AS source, l, l.target AS target ORDER BY l.namespace, l.key LIMIT toInteger($limit)
}
WITH entityId, source, l, target ORDER BY entityId, l.key
WITH entityId, collect({source: source, l: l, target: target})[0..toInteger($limit)] AS page
UNWIND page AS found
WITH entityId, found, found.l AS l
RETURN entityId, l {
  .key, .reverseKey, .type, .pieceId, .properties, .validFrom, .validTo, .startsAt, .startBasis, sourceId: found.source,
  targetId: found.target, endsAt: [n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1]
} AS relation
ORDER BY entityId, l.key

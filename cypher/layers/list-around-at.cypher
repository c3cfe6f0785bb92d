// layers/list-around-at: the relations from some entities to entities that were not seen yet, as they were at a time: one step
// of a search around an entity. Superseded relations, and those that an undo removed later, are included. One row each, by type,
// other end and key. endsAt is the end that later relations set, as far as it was known then.
//   $step   one map, since the database plans anew for each size of a list: frontier (ids of the entities), seen (ids of the
//           entities that were seen already, including these)
//   $limit  maximum number of relations
//   $when   one map: known (relations recorded later are left out), at (only relations valid at this time; null: any),
//           passed (relations that later ones had ended by this time, as far as known at `known`, are left out)
:params {namespace: "default", step: {frontier: ["user:alice"], seen: ["user:alice"]}, limit: 20, when: {known: datetime(), at: null, passed: datetime()}};
UNWIND $step.frontier AS here
CALL (here) {
  MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key STARTS WITH here + '\n' AND NOT other.id IN $step.seen
    AND coalesce(coalesce(l.joinedAt, l.createdAt) <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
  RETURN l, here AS source, other.id AS other, other.id AS target ORDER BY l.namespace, l.key LIMIT toInteger($limit)
 UNION ALL
  MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
  WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here + '\n' AND NOT other.id IN $step.seen
    AND coalesce(coalesce(l.joinedAt, l.createdAt) <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
  RETURN l, other.id AS source, other.id AS other, here AS target ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
 UNION ALL
  MATCH (:Entity)-[l:WAS_LINK]->(other:Entity) USING INDEX SEEK l:WAS_LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key STARTS WITH here + '\n' AND NOT other.id IN $step.seen
    AND coalesce(coalesce(l.joinedAt, l.createdAt) <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
  RETURN l, here AS source, other.id AS other, other.id AS target ORDER BY l.namespace, l.key LIMIT toInteger($limit)
 UNION ALL
  MATCH (other:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, reverseKey)
  WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here + '\n' AND NOT other.id IN $step.seen
    AND coalesce(coalesce(l.joinedAt, l.createdAt) <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
  RETURN l, other.id AS source, other.id AS other, here AS target ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
 UNION ALL
  MATCH (l:Version) USING INDEX SEEK l:Version(namespace, source)
  WHERE l.namespace = $namespace AND l.source = here AND l.gone AND l.key IS NOT NULL AND l.until > $when.known AND NOT l.target IN $step.seen
    AND coalesce(l.createdAt <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
  RETURN l, l.source AS source, l.target AS other, l.target AS target ORDER BY l.namespace, l.key LIMIT toInteger($limit)
 UNION ALL
  MATCH (l:Version) USING INDEX SEEK l:Version(namespace, target)
  WHERE l.namespace = $namespace AND l.target = here AND l.gone AND l.reverseKey IS NOT NULL AND l.until > $when.known AND NOT l.source IN $step.seen
    AND coalesce(l.createdAt <= $when.known, true)
    AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
    AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
  RETURN l, l.source AS source, l.source AS other, l.target AS target ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
}
WITH l, source, target, other ORDER BY l.type, other, l.key LIMIT toInteger($limit)
RETURN other, {
  key: l.key, type: l.type, properties: l.properties, pieceId: l.pieceId, sourceId: source, targetId: target,
  validFrom: l.validFrom, validTo: l.validTo, startsAt: l.startsAt, startBasis: l.startBasis,
  endsAt: [n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1]
} AS relation
ORDER BY relation.type, other, relation.key

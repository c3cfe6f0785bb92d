// layers/retrieve-at: like layers/retrieve, but the relations around an entity as they were at a time, including superseded ones.
// One row. endsAt is the end that later relations set, as far as it was known then. Ends and pieces are returned by id.
//   $depth  steps, 0..4      $limit  maximum number of relations
//   $when   one map: known (relations recorded later are left out), at (only relations valid at this time; null: any),
//           passed (relations that later ones had ended by this time, as far as known at `known`, are left out)
:params {namespace: "default", entityId: "user:alice", depth: 2, limit: 20, when: {known: datetime(), at: null, passed: datetime()}};
OPTIONAL MATCH (active:Entity {namespace: $namespace, id: $entityId}) USING INDEX SEEK active:Entity(namespace, id)
WITH [e IN [active] WHERE e IS NOT NULL] AS frontier, [e IN [active] WHERE e IS NOT NULL] AS seen, [] AS found
CALL (frontier, seen, found) {
  UNWIND CASE WHEN $depth >= 1 AND size(found) < $limit THEN frontier ELSE [] END AS here
  CALL (here, seen) {
    MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
   UNION ALL
    MATCH (:Entity)-[l:WAS_LINK]->(other:Entity) USING INDEX SEEK l:WAS_LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
  }
  WITH l, other ORDER BY l.type, other.id, l.key LIMIT toInteger($limit)
  RETURN collect({l: l, depth: 1}) AS level, collect(DISTINCT other) AS reached
}
WITH reached AS frontier, seen + reached AS seen, (found + level)[0..toInteger($limit)] AS found
CALL (frontier, seen, found) {
  UNWIND CASE WHEN $depth >= 2 AND size(found) < $limit THEN frontier ELSE [] END AS here
  CALL (here, seen) {
    MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
   UNION ALL
    MATCH (:Entity)-[l:WAS_LINK]->(other:Entity) USING INDEX SEEK l:WAS_LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
  }
  WITH l, other ORDER BY l.type, other.id, l.key LIMIT toInteger($limit)
  RETURN collect({l: l, depth: 2}) AS level, collect(DISTINCT other) AS reached
}
WITH reached AS frontier, seen + reached AS seen, (found + level)[0..toInteger($limit)] AS found
CALL (frontier, seen, found) {
  UNWIND CASE WHEN $depth >= 3 AND size(found) < $limit THEN frontier ELSE [] END AS here
  CALL (here, seen) {
    MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
   UNION ALL
    MATCH (:Entity)-[l:WAS_LINK]->(other:Entity) USING INDEX SEEK l:WAS_LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
  }
  WITH l, other ORDER BY l.type, other.id, l.key LIMIT toInteger($limit)
  RETURN collect({l: l, depth: 3}) AS level, collect(DISTINCT other) AS reached
}
WITH reached AS frontier, seen + reached AS seen, (found + level)[0..toInteger($limit)] AS found
CALL (frontier, seen, found) {
  UNWIND CASE WHEN $depth >= 4 AND size(found) < $limit THEN frontier ELSE [] END AS here
  CALL (here, seen) {
    MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
   UNION ALL
    MATCH (:Entity)-[l:WAS_LINK]->(other:Entity) USING INDEX SEEK l:WAS_LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
      AND coalesce(l.createdAt <= $when.known, true)
      AND ($when.at IS NULL OR (coalesce(coalesce(l.validFrom, l.startsAt) <= $when.at, true) AND coalesce(l.validTo > $when.at, true)))
      AND coalesce([n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1] > $when.passed, true)
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
  }
  WITH l, other ORDER BY l.type, other.id, l.key LIMIT toInteger($limit)
  RETURN collect({l: l, depth: 4}) AS level, collect(DISTINCT other) AS reached
}
WITH reached AS frontier, seen + reached AS seen, (found + level)[0..toInteger($limit)] AS found
UNWIND found AS f
WITH f.l AS l, f.depth AS depth
WITH l, depth, l.key AS key ORDER BY depth, key
RETURN collect({
  key: key, type: l.type, depth: depth, properties: l.properties, pieceId: l.pieceId, sourceId: startNode(l).id,
  targetId: endNode(l).id, validFrom: l.validFrom, validTo: l.validTo, startsAt: l.startsAt, startBasis: l.startBasis,
  endsAt: [n IN range(0, size(coalesce(l.ends, [])) - 1) WHERE l.endsKnown[n] <= $when.known | l.ends[n]][-1]
}) AS relations

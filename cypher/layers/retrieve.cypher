// layers/retrieve: metadata of the active entity and of all, and the relations around the active entity, breadth first.
// One row. A relation counts if it connects depth d-1 with depth d, in either direction. Within one depth, relations
// are taken by type, other end and key, the order of the index, so that a hub costs no more than the answer.
//   $depth  steps, 0..4      $limit  maximum number of relations
//   $asked  one map, since the database plans anew for each parameter that is null, and for each size of one:
//     entityId  null: only the metadata of all      knowledgeTypes, tags  filters on linked pieces; null: any
//   `entities` are the ends of the relations, each once.
//   A linked piece belongs to the active entity or to no entity; it is null if there is none or the filters exclude it.
:params {namespace: "default", asked: {entityId: "user:alice", knowledgeTypes: null, tags: null}, depth: 2, limit: 20};
OPTIONAL MATCH (global:Entity {namespace: $namespace, id: 'global'}) USING INDEX SEEK global:Entity(namespace, id)
OPTIONAL MATCH (active:Entity {namespace: $namespace, id: $asked.entityId}) USING INDEX SEEK active:Entity(namespace, id)
WITH global, active, [e IN [active] WHERE e IS NOT NULL] AS frontier, [e IN [active] WHERE e IS NOT NULL] AS seen, [] AS found
CALL (frontier, seen, found) {
  UNWIND CASE WHEN $depth >= 1 AND size(found) < $limit THEN frontier ELSE [] END AS here
  CALL (here, seen) {
    MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
  }
  WITH l, other ORDER BY l.type, other.id, l.key LIMIT toInteger($limit)
  RETURN collect({l: l, depth: 1}) AS level, collect(DISTINCT other) AS reached
}
WITH global, active, reached AS frontier, seen + reached AS seen, (found + level)[0..toInteger($limit)] AS found
CALL (frontier, seen, found) {
  UNWIND CASE WHEN $depth >= 2 AND size(found) < $limit THEN frontier ELSE [] END AS here
  CALL (here, seen) {
    MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
  }
  WITH l, other ORDER BY l.type, other.id, l.key LIMIT toInteger($limit)
  RETURN collect({l: l, depth: 2}) AS level, collect(DISTINCT other) AS reached
}
WITH global, active, reached AS frontier, seen + reached AS seen, (found + level)[0..toInteger($limit)] AS found
CALL (frontier, seen, found) {
  UNWIND CASE WHEN $depth >= 3 AND size(found) < $limit THEN frontier ELSE [] END AS here
  CALL (here, seen) {
    MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
  }
  WITH l, other ORDER BY l.type, other.id, l.key LIMIT toInteger($limit)
  RETURN collect({l: l, depth: 3}) AS level, collect(DISTINCT other) AS reached
}
WITH global, active, reached AS frontier, seen + reached AS seen, (found + level)[0..toInteger($limit)] AS found
CALL (frontier, seen, found) {
  UNWIND CASE WHEN $depth >= 4 AND size(found) < $limit THEN frontier ELSE [] END AS here
  CALL (here, seen) {
    MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH here.id + '\n' AND NOT other IN seen
    RETURN l, other ORDER BY l.namespace, l.key LIMIT toInteger($limit)
   UNION ALL
    MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH here.id + '\n' AND NOT other IN seen
    RETURN l, other ORDER BY l.namespace, l.reverseKey LIMIT toInteger($limit)
  }
  WITH l, other ORDER BY l.type, other.id, l.key LIMIT toInteger($limit)
  RETURN collect({l: l, depth: 4}) AS level, collect(DISTINCT other) AS reached
}
WITH global, active, reached AS frontier, seen + reached AS seen, (found + level)[0..toInteger($limit)] AS found
CALL (found) {
  UNWIND found AS f
  UNWIND [startNode(f.l), endNode(f.l)] AS e
  WITH DISTINCT e
  RETURN collect(e {.id, .type, .label, .properties, .metadata}) AS entities
}
CALL (found) {
  UNWIND found AS f
  WITH f.l AS l, f.depth AS depth
  OPTIONAL MATCH (p:Piece {namespace: $namespace, id: l.pieceId}) USING INDEX SEEK p:Piece(namespace, id)
  WHERE ($asked.knowledgeTypes IS NULL OR p.knowledgeType IN $asked.knowledgeTypes)
    AND ($asked.tags IS NULL OR any(tag IN $asked.tags WHERE tag IN p.tags))
    // `IS NULL OR =` is avoided, since with it the planner may choose one seek or two, depending on its time limit.
    AND coalesce(p.entityId, $asked.entityId) = $asked.entityId
  WITH l, depth, p, l.key AS key ORDER BY depth, key
  RETURN collect({
    key: key, type: l.type, depth: depth, properties: l.properties, pieceId: l.pieceId,
    validFrom: l.validFrom, validTo: l.validTo, startsAt: l.startsAt, startBasis: l.startBasis, endsAt: l.endsAt,
    recordedAt: coalesce(l.updatedAt, l.createdAt), sourceId: startNode(l).id, targetId: endNode(l).id,
    piece: p {
      .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .content, .knowledgeType, .infoType, .tags,
      .embeddingText, .session, .position, .occurredAt, .validFrom, .validTo, .entityId, .citation
    }
  }) AS relations
}
RETURN active IS NOT NULL AS isEntity, active.metadata AS metadata, global.metadata AS globalMetadata, entities, relations

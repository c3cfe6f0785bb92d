// layers/list-crowd: of each of these types, the relations between an entity and others that fit a question best: by the
// number of its words in their other end, then the latest. One row, in the form of layers/retrieve.
//   $asked  one map, as in layers/retrieve: the entity, and filters on linked pieces
//   $words  beginnings of the words, in lower case
//   $most   maximum number of relations that are read of each type and direction      $limit  maximum number returned of each type
:params {namespace: "default", asked: {entityId: "user:alice", knowledgeTypes: null, tags: null}, types: ["KNOWS"], words: ["turb"], most: 10000, limit: 200};
CALL () {
  UNWIND $types AS type
  CALL (type) {
    MATCH (:Entity)-[l:LINK]->(other:Entity) USING INDEX SEEK l:LINK(namespace, key)
    WHERE l.namespace = $namespace AND l.key STARTS WITH $asked.entityId + '\n' + type + '\n'
    WITH l, other LIMIT toInteger($most)
    RETURN l, other
   UNION ALL
    MATCH (other:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
    WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH $asked.entityId + '\n' + type + '\n'
    WITH l, other LIMIT toInteger($most)
    RETURN l, other
  }
  WITH type, l, toLower(other.id + ' ' + coalesce(other.label, '')) AS text
  WITH type, l, size([word IN $words WHERE text CONTAINS word]) AS shared
  ORDER BY type, shared DESC, coalesce(l.updatedAt, l.createdAt) DESC, l.key
  WITH type, collect(l)[0..toInteger($limit)] AS ofType
  UNWIND ofType AS l
  RETURN collect(l) AS found
}
CALL (found) {
  UNWIND found AS l
  UNWIND [startNode(l), endNode(l)] AS e
  WITH DISTINCT e
  RETURN collect(e {.id, .type, .label, .properties, .metadata}) AS entities
}
CALL (found) {
  UNWIND found AS l
  OPTIONAL MATCH (p:Piece {namespace: $namespace, id: l.pieceId}) USING INDEX SEEK p:Piece(namespace, id)
  WHERE ($asked.knowledgeTypes IS NULL OR p.knowledgeType IN $asked.knowledgeTypes)
    AND ($asked.tags IS NULL OR any(tag IN $asked.tags WHERE tag IN p.tags))
    AND coalesce(p.entityId, $asked.entityId) = $asked.entityId
  WITH l, p, l.key AS key ORDER BY key
  RETURN collect({
    key: key, type: l.type, depth: 1, properties: l.properties, pieceId: l.pieceId,
    validFrom: l.validFrom, validTo: l.validTo, startsAt: l.startsAt, startBasis: l.startBasis, endsAt: l.endsAt,
    recordedAt: coalesce(l.updatedAt, l.createdAt), sourceId: startNode(l).id, targetId: endNode(l).id,
    piece: p {
      .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .content, .knowledgeType, .infoType, .tags,
      .embeddingText, .session, .position, .occurredAt, .validFrom, .validTo, .entityId, .citation
    }
  }) AS relations
}
RETURN entities, relations

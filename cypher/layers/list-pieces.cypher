// layers/list-pieces: a page of the pieces of each of these entities, by id.
:params {namespace: "default", ids: ["user:alice"], afterId: "", limit: 21};
UNWIND $ids AS ownerId
MATCH (entity:Entity {namespace: $namespace, id: ownerId}) USING INDEX SEEK entity:Entity(namespace, id)
CALL (entity) {
  MATCH (p:Piece)-[:ABOUT]->(entity)
  WHERE p.id > $afterId
  RETURN p ORDER BY p.id LIMIT toInteger($limit)
}
RETURN ownerId, p {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .content, .knowledgeType, .infoType, .tags,
  .embeddingText, .session, .position, .occurredAt, .validFrom, .validTo, .entityId, .citation
} AS piece
ORDER BY ownerId, piece.id

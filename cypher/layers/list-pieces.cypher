// layers/list-pieces: a page of the pieces of each of these entities, by id.
:params {namespace: "default", ids: ["user:alice"], afterId: "", limit: 21};
UNWIND $ids AS ownerId
MATCH (entity:Entity {namespace: $namespace, id: ownerId})
CALL (entity) {
  MATCH (p:Piece)-[:ABOUT]->(entity)
  WHERE p.id > $afterId
  RETURN p ORDER BY p.id LIMIT toInteger($limit)
}
RETURN ownerId, p.ref AS ref, p.id AS id, p.title AS title, p.text AS text, p.trust AS trust, p.createdAt AS createdAt,
  p.updatedAt AS updatedAt, p.content AS content, p.knowledgeType AS knowledgeType, p.infoType AS infoType, p.tags AS tags,
  p.embeddingText AS embeddingText, p.session AS session, p.position AS position, p.occurredAt AS occurredAt,
  p.entityId AS entityId
ORDER BY ownerId, id

// layers/find-pieces: pieces by id.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS pieceId
MATCH (p:Piece {namespace: $namespace, id: pieceId})
RETURN p.ref AS ref, p.id AS id, p.title AS title, p.text AS text, p.trust AS trust, p.createdAt AS createdAt,
  p.updatedAt AS updatedAt, p.content AS content, p.knowledgeType AS knowledgeType, p.infoType AS infoType, p.tags AS tags,
  p.embeddingText AS embeddingText, p.session AS session, p.position AS position, p.occurredAt AS occurredAt,
  p.entityId AS entityId

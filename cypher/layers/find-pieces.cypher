// layers/find-pieces: pieces by id.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS pieceId
MATCH (p:Piece {namespace: $namespace, id: pieceId}) USING INDEX SEEK p:Piece(namespace, id)
RETURN p {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .content, .knowledgeType, .infoType, .tags,
  .embeddingText, .session, .position, .occurredAt, .validFrom, .validTo, .entityId, .citation
} AS piece

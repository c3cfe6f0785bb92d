// layers/find-pieces-at: pieces that were known at a time, with their content and trust at that time: `piece` is the
// current content; `version` is the one current at the time, if the piece changed since or an undo removed
// it. Pieces that did not exist then return no row.
:params {namespace: "default", ids: ["les-rans-init"], known: datetime()};
UNWIND $ids AS pieceId
CALL (pieceId) {
  MATCH (p:Piece {namespace: $namespace, id: pieceId}) USING INDEX SEEK p:Piece(namespace, id)
  RETURN p
 UNION ALL
  MATCH (p:Undone {namespace: $namespace, ref: 'piece:' + pieceId}) USING INDEX SEEK p:Undone(namespace, ref)
  RETURN p
}
WITH p WHERE p.createdAt <= $known
CALL (p) {
  OPTIONAL MATCH (v:Version {namespace: $namespace, ref: p.ref}) USING INDEX SEEK v:Version(namespace, ref, number)
  WHERE v.number > 0 AND v.from <= $known AND v.until > $known AND (p.since > $known OR p:Undone)
  RETURN v {.state, .title, .text, .from} AS version ORDER BY v.number DESC LIMIT 1
}
WITH p, version WHERE version IS NOT NULL OR NOT (p:Undone OR coalesce(p.since > $known, false))
CALL (p) {
  OPTIONAL MATCH (p)-[:HAS_EVIDENCE]->(evidence:Evidence)
  WHERE evidence.appliedAt <= $known
  RETURN evidence.trustAfter AS trust ORDER BY evidence.appliedAt DESC, evidence.sequence DESC LIMIT 1
}
RETURN p {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .content, .knowledgeType, .infoType, .tags,
  .embeddingText, .session, .position, .occurredAt, .validFrom, .validTo, .entityId, .citation
} AS piece, version, coalesce(trust, p.initialTrust, p.trust) AS trust

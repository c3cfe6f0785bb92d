// evidence/list-evidence: the newest observations of each of several nodes.
//   $refs           refs of Knowledge nodes
//   $afterSequence  only entries recorded before this one; null to start from the newest
//   $limit          maximum number of rows per node
//   $expired        pending observations older than this moment count as expired
:params {namespace: "default", refs: ["item:open_files"], afterSequence: null, limit: 20, expired: datetime()};
UNWIND $refs AS ref
MATCH (knowledge:Knowledge {namespace: $namespace, ref: ref})
CALL (knowledge) {
  MATCH (knowledge)-[:HAS_EVIDENCE]->(evidence:Evidence)
  WHERE $afterSequence IS NULL OR evidence.sequence < $afterSequence
  RETURN evidence
  ORDER BY evidence.sequence DESC
  LIMIT toInteger($limit)
}
RETURN ref, evidence {.id, .kind, .positive, .weight, .appliedAt, .trustBefore, .trustAfter, .share, .receiptId, .agent,
  .session, .keyId, .verification, .attributed, .comment, .at, .sequence, .retractedBy, .retracts, .resolvedInto,
  state: CASE
    WHEN evidence.retractedBy IS NOT NULL THEN CASE WHEN evidence.resolvedInto IS NULL THEN 'RETRACTED' ELSE 'RESOLVED' END
    WHEN evidence.state = 'PENDING' AND evidence.at < $expired THEN 'EXPIRED'
    ELSE evidence.state
  END
} AS evidence
ORDER BY ref, evidence.sequence DESC

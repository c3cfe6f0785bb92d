// evidence/list-trust-points: the changes of trust of each of several nodes, newest first.
//   $limit  maximum number of changes per node
:params {namespace: "default", refs: ["item:open_files"], limit: 100};
UNWIND $refs AS ref
MATCH (knowledge:Knowledge {namespace: $namespace, ref: ref})
CALL (knowledge) {
  MATCH (knowledge)-[:HAS_EVIDENCE]->(evidence:Evidence)
  WHERE evidence.appliedAt IS NOT NULL
  RETURN evidence
  ORDER BY evidence.appliedAt DESC, evidence.sequence DESC
  LIMIT toInteger($limit)
}
WITH ref, knowledge, evidence
ORDER BY evidence.appliedAt DESC, evidence.sequence DESC
RETURN ref, collect({trust: evidence.trustAfter, at: evidence.appliedAt, evidenceId: evidence.id, state: CASE
  WHEN evidence.retractedBy IS NULL THEN evidence.state
  WHEN evidence.resolvedInto IS NULL THEN 'RETRACTED'
  ELSE 'RESOLVED'
END}) AS points

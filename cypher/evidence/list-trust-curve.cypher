// evidence/list-trust-curve: the changes of trust of each of several nodes, oldest first, reduced to those that a chart of
// the whole history needs: the first, the last, and the lowest and highest of each interval. The intervals have the same
// number of changes. If no interval has more than two, all changes are returned.
//   $intervals  number of intervals, at least 1; a node has at most 2 · $intervals + 2 rows
:params {namespace: "default", refs: ["item:open_files"], intervals: 248};
UNWIND $refs AS ref
MATCH (knowledge:Knowledge {namespace: $namespace, ref: ref})
CALL (knowledge) {
  MATCH (knowledge)-[:HAS_EVIDENCE]->(evidence:Evidence)
  WHERE evidence.appliedAt IS NOT NULL
  WITH evidence
  ORDER BY evidence.appliedAt, evidence.sequence
  WITH collect(evidence) AS changes
  WITH changes, size(changes) AS total
  UNWIND range(0, total - 1) AS index
  WITH changes[index] AS evidence, index, CASE index
    WHEN 0 THEN -1
    WHEN total - 1 THEN $intervals
    ELSE toInteger((index - 1) * $intervals / (total - 2))
  END AS interval
  ORDER BY evidence.trustAfter, index
  WITH interval, collect(evidence) AS byTrust
  UNWIND [byTrust[0], byTrust[-1]] AS kept
  WITH DISTINCT kept
  RETURN kept AS evidence
}
WITH ref, evidence
ORDER BY evidence.appliedAt, evidence.sequence
RETURN ref, collect({trust: evidence.trustAfter, at: evidence.appliedAt, evidenceId: evidence.id, state: CASE
  WHEN evidence.retractedBy IS NULL THEN evidence.state
  WHEN evidence.resolvedInto IS NULL THEN 'RETRACTED'
  ELSE 'RESOLVED'
END}) AS points

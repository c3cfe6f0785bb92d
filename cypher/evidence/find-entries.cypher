// evidence/find-entries: what entries of ledgers came with and made, by their ids. Those that do not exist give no row.
//   $rows  n, namespace, id
:params {rows: [{n: 0, namespace: "default", id: "e1"}]};
UNWIND $rows AS row
MATCH (evidence:Evidence {namespace: row.namespace, id: row.id})
RETURN row.n AS n, evidence.learningId AS learningId, evidence.trustBefore AS trustBefore, evidence.trustAfter AS trustAfter,
  evidence.retractedBy IS NOT NULL AS retracted
ORDER BY n

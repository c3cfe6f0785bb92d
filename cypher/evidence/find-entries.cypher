// evidence/find-entries: find ledger entries by id: the learning each was recorded with, and the trust before and
// after. Unknown ids give no row.
//   $rows  n, namespace, id
:params {rows: [{n: 0, namespace: "default", id: "e1"}]};
UNWIND $rows AS row
MATCH (evidence:Evidence {namespace: row.namespace, id: row.id})
RETURN row.n AS n, evidence.learningId AS learningId, evidence.trustBefore AS trustBefore, evidence.trustAfter AS trustAfter,
  evidence.retractedBy IS NOT NULL AS retracted
ORDER BY n

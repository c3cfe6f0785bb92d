// corrections/find-observation: an entry of a ledger, with what it is of and what it came with. One row; none when there is none.
:params {namespace: "default", id: "e1"};
MATCH (entry:Evidence {namespace: $namespace, id: $id})<-[:HAS_EVIDENCE]-(node:Knowledge)
RETURN node.ref AS ref, node.kind AS kind, entry.kind AS observed, entry.retractedBy AS retractedBy,
  entry.learningId AS learningId, entry.planId AS planId, entry.stepNum AS stepNum, entry.receiptId AS receiptId,
  entry.share AS share

// corrections/find-observation: a ledger entry, with its node and the learning recorded with it. One row; none if it
// does not exist.
:params {namespace: "default", id: "e1"};
MATCH (entry:Evidence {namespace: $namespace, id: $id})<-[:HAS_EVIDENCE]-(node:Knowledge)
USING INDEX SEEK entry:Evidence(namespace, id)
RETURN node.ref AS ref, node.kind AS kind, entry.kind AS observed, entry.retractedBy AS retractedBy,
  entry.learningId AS learningId, entry.planId AS planId, entry.stepNum AS stepNum, entry.receiptId AS receiptId,
  entry.share AS share

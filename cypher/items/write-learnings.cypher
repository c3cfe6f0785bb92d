// items/write-learnings: learnings that come with entries of the ledger, written behind its answers in its transaction: each
// is attached to the item that the entry is of, at the entry's moment and place. One row for each entry that exists: the
// learning it came with first, and the trust it made.
//   $rows  n, namespace, evidenceId, learning (properties of the new node; null where the entry came with one before, or
//          with none), human (it is a HUMAN_INTERRUPT), taughtBy {planId, stepNum} (the step that taught it; null for none)
:params {rows: [{n: 0, namespace: "default", evidenceId: "e1", human: false, taughtBy: {planId: "p1", stepNum: 0}, learning: {namespace: "default", id: "l1", stepNum: 0}}]};
UNWIND $rows AS row
MATCH (evidence:Evidence {namespace: row.namespace, id: row.evidenceId})
CALL (row, evidence) {
  UNWIND CASE WHEN row.learning IS NULL THEN [] ELSE [row.learning] END AS given
  MATCH (item:KnowledgeItem)-[:HAS_EVIDENCE]->(evidence)
  OPTIONAL MATCH (step:Step {namespace: row.namespace, planId: row.taughtBy.planId, num: toInteger(row.taughtBy.stepNum)})
  CREATE (item)-[:HAS_LEARNING]->(learning:Learning)
  SET learning = given, learning.stepNum = toInteger(given.stepNum), learning.createdAt = evidence.at,
    learning.ordinal = evidence.sequence
  FOREACH (_ IN CASE WHEN row.human THEN [1] ELSE [] END | SET learning:HumanInterrupt)
  FOREACH (_ IN CASE WHEN row.human THEN [] ELSE [1] END | SET learning:SelfExploration)
  FOREACH (one IN CASE WHEN step IS NULL THEN [] ELSE [step] END | CREATE (one)-[:TAUGHT]->(learning))
}
RETURN row.n AS n, evidence.learningId AS learningId, evidence.trustAfter AS trustAfter

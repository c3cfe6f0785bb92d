// items/write-learnings: create the learnings of new ledger entries, in the transaction of those entries. Each is
// attached to the item of its entry, with the entry's time and position.
//   $rows  namespace, evidenceId, learning (properties of the new node), label (SelfExploration or HumanInterrupt),
//          taughtBy {planId, stepNum} (the step from which it was learned, or null)
:params {rows: [{namespace: "default", evidenceId: "e1", label: "SelfExploration", taughtBy: {planId: "p1", stepNum: 0}, learning: {namespace: "default", id: "l1", stepNum: 0}}]};
UNWIND $rows AS row
MATCH (evidence:Evidence {namespace: row.namespace, id: row.evidenceId})<-[:HAS_EVIDENCE]-(item:KnowledgeItem)
USING INDEX SEEK evidence:Evidence(namespace, id)
WITH row, row.learning AS given, evidence, item
CREATE (item)-[:HAS_LEARNING]->(learning:Learning)
SET learning = given {.*, stepNum: toInteger(given.stepNum), createdAt: evidence.at, ordinal: evidence.sequence, title: left(given.task, 80)},
  learning:$(row.label)
WITH row.namespace AS namespace, row.taughtBy AS taughtBy, learning
WHERE taughtBy IS NOT NULL
MATCH (step:Step {namespace: namespace, planId: taughtBy.planId, num: toInteger(taughtBy.stepNum)})
CREATE (step)-[:TAUGHT]->(learning)

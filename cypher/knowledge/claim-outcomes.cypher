// knowledge/claim-outcomes: what came of contexts, once a receipt. What it credits is written behind this, in its
// transaction. One answer a row: RECORDED; REPEATED (the same outcome came before); CONFLICT (another one did); no row for an
// unknown receipt. revision: how many outcomes of it were taken back. Each row sees what the rows before it did.
//   $rows  n, namespace, id, requestHash (tells equal outcomes from others), outcome (properties of the receipt: success,
//          usedRefs (null: not said), outcomeAt, outcomeAgent, outcomeSession, outcomeComment, and outcomePlan and
//          outcomeTask, whose end it is; null for none)
:params {rows: [{n: 0, namespace: "demo", id: "01JDEMO", requestHash: "h", outcome: {success: true, usedRefs: ["item:open_files"], outcomeAt: datetime(), outcomePlan: "p1", outcomeTask: null}}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (receipt:Receipt {namespace: row.namespace, id: row.id}) USING INDEX SEEK receipt:Receipt(namespace, id)
  REMOVE receipt.lock // takes the write lock first, so that what is read from here on is current
  WITH row, receipt, receipt.outcomeHash AS known
  FOREACH (_ IN CASE WHEN known IS NULL THEN [1] ELSE [] END |
    SET receipt += row.outcome, receipt.outcomeHash = row.requestHash)
  WITH row, receipt, known
  OPTIONAL MATCH (plan:Plan {namespace: row.namespace, id: row.outcome.outcomePlan})
  OPTIONAL MATCH (task:Task {namespace: row.namespace, id: row.outcome.outcomeTask})
  FOREACH (work IN CASE WHEN known IS NULL THEN [one IN [plan, task] WHERE one IS NOT NULL] ELSE [] END |
    MERGE (receipt)-[:ENDED]->(work))
  RETURN CASE known WHEN row.requestHash THEN 'REPEATED' ELSE CASE WHEN known IS NULL THEN 'RECORDED' ELSE 'CONFLICT' END END AS answer,
    coalesce(receipt.revision, 0) AS revision
}
RETURN row.n AS n, answer, revision

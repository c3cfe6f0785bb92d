// knowledge/claim-outcomes: record the outcomes of contexts, one per receipt. Their credits are written later in the
// same transaction. One answer per row: RECORDED; REPEATED (the same outcome was recorded before); CONFLICT (another
// one was); no row for an unknown receipt. revision: number of outcomes of the receipt that were taken back. Rows see
// earlier rows' changes.
//   $rows  n, namespace, id, requestHash (distinguishes outcomes), outcome (properties of the receipt: success,
//          usedRefs (null: not said), outcomeAt, outcomeAgent, outcomeSession, outcomeComment, and outcomePlan and
//          outcomeTask: the plan or task that ended with the outcome; null for none)
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

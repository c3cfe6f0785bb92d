// planning/report-steps: record outcomes of steps. A failure or correction of a step that came from an item makes an
// entry in the item's ledger with a learning, once per step: a correction after a failure adds its learning but does
// not change the trust. A success makes an entry if the policy counts it. Entries and learnings are written after this
// statement, in its transaction. A learning that the step follows is verified if such steps succeeded more often than
// not (a human correction starts with one success), unless a person decided about it. One answer per row:
//   RECORDED; REPEATED (the same report came before); CONFLICT (another report came before); MOVED (the step's item is
//   no longer row.itemId, or a report was withdrawn meanwhile: read the step again); no row for an unknown step.
// teaches, recovers: the report is to be an entry; afterFailure: the step already has a failure that was not withdrawn.
// Each row sees the changes of the rows before it and does not depend on the later writes: whether a step was reported
// is stored with the step, and only reports made after a learning exists can follow it.
// Locks are taken in one order: item, step, learnings it follows.
//   $rows  n, namespace, planId, stepNum, itemId and revision (of the step as it was read; null for no item), now,
//          outcome, reportHash, report (properties to set on the step), followedLearning (or null)
//   $recovery  successes that count: 'none' or 'all'
:params {recovery: "all", rows: [{n: 0, namespace: "default", planId: "p1", stepNum: 0, itemId: "open_files", revision: 0, now: datetime(), outcome: "FAILURE", reportHash: "h", report: {error: "no such menu"}, followedLearning: null}]};
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (item:KnowledgeItem {namespace: row.namespace, id: row.itemId}) USING INDEX SEEK item:KnowledgeItem(namespace, id)
  REMOVE item.lock
  WITH row, item
  MATCH (step:Step {namespace: row.namespace, planId: row.planId, num: toInteger(row.stepNum)}) USING INDEX SEEK step:Step(namespace, planId, num)
  REMOVE step.lock
  WITH row, item, step,
    step.outcome = 'FAILURE' AND row.outcome = 'CORRECTED' AS afterFailure,
    CASE
      WHEN row.reportHash IN [step.reportHash, step.correctionHash] THEN 'REPEATED'
      WHEN EXISTS { MATCH (step)-[:DERIVED_FROM]->(other:KnowledgeItem) WHERE item IS NULL OR other <> item } THEN 'MOVED'
      WHEN coalesce(step.revision, 0) <> row.revision THEN 'MOVED'
      WHEN step.outcome = 'PENDING' THEN 'RECORDED'
      WHEN step.outcome = 'SKIPPED' AND step.reportHash IS NULL THEN 'RECORDED' // skipped by a recovery, not by a report
      WHEN step.outcome = 'FAILURE' AND row.outcome = 'CORRECTED' THEN 'RECORDED'
      ELSE 'CONFLICT'
    END AS answer
  CALL (row, step, answer) {
    WITH row, step, answer WHERE answer = 'RECORDED'
    MATCH (learning:Learning {namespace: row.namespace, id: row.followedLearning}) USING INDEX SEEK learning:Learning(namespace, id)
    MERGE (step)-[:FOLLOWS]->(learning)
  }
  CALL (step, answer) {
    WITH step, answer WHERE answer = 'RECORDED'
    MATCH (step)-[:FOLLOWS]->(learning:Learning)
    WITH learning ORDER BY learning.id
    REMOVE learning.lock
  }
  WITH row, row.report AS report, item, step, answer, afterFailure, step.outcome AS known,
    answer = 'RECORDED' AND row.outcome IN ['FAILURE', 'CORRECTED'] AND item IS NOT NULL AS teaches,
    answer = 'RECORDED' AND row.outcome = 'SUCCESS' AND item IS NOT NULL AND $recovery = 'all' AS recovers
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' THEN [1] ELSE [] END |
    SET step += report {.*, outcome: row.outcome, reportedAt: coalesce(step.reportedAt, row.now),
      reportHash: CASE WHEN afterFailure THEN step.reportHash ELSE row.reportHash END,
      correctionHash: CASE WHEN afterFailure THEN row.reportHash ELSE step.correctionHash END}
  )
  // A success that changes no trust makes no entry, so it is counted on the item only.
  FOREACH (used IN CASE WHEN answer = 'RECORDED' AND row.outcome = 'SUCCESS' AND item IS NOT NULL AND NOT recovers THEN [item] ELSE [] END |
    SET used.tried = coalesce(used.tried, 0.0) + 1, used.succeeded = coalesce(used.succeeded, 0.0) + 1
  )
  WITH *
  CALL (step, answer) {
    WITH step, answer WHERE answer = 'RECORDED'
    MATCH (step)-[:FOLLOWS]->(learning:Learning)
    WITH learning,
      COUNT { MATCH (learning)<-[:FOLLOWS]-(good:Step) WHERE good.outcome = 'SUCCESS' }
        + CASE WHEN learning:HumanInterrupt THEN 1 ELSE 0 END AS successes,
      COUNT { MATCH (learning)<-[:FOLLOWS]-(bad:Step) WHERE bad.outcome IN ['FAILURE', 'CORRECTED'] } AS others
    SET learning.verified = coalesce(learning.verifiedByPerson, successes > others)
  }
  RETURN answer, known, teaches, recovers, afterFailure AND NOT 'FAILURE' IN coalesce(step.withdrawn, []) AS afterFailure
}
RETURN row.n AS n, answer, known, teaches, recovers, afterFailure

// planning/withdraw-report: withdraw a step's report, whether or not it made a ledger entry: the step becomes PENDING
// with the next revision. Its learnings and its effect on the item's trust are withdrawn after this statement, in its
// transaction. Whether learnings that the step followed are verified is decided again without it. One row; none for an
// unknown step.
//   answer  WITHDRAWN; CHANGED (reported, withdrawn or attributed meanwhile: read the step again)
// Locks are taken in one order: item, step, learnings it follows.
//   $itemId, $revision, $reportHash, $correctionHash  of the step as it was read; null for none
//   $prefix  prefix of the ids of the step's evidence       $reason  reason given by a person, kept with the step
:params {namespace: "default", planId: "p1", stepNum: 0, itemId: "open_files", revision: 0, reportHash: "h", correctionHash: null, prefix: "report-step:p1:0", reason: "The wrong window was open", now: datetime()};
OPTIONAL MATCH (item:KnowledgeItem {namespace: $namespace, id: $itemId}) USING INDEX SEEK item:KnowledgeItem(namespace, id)
REMOVE item.lock
WITH item
MATCH (step:Step {namespace: $namespace, planId: $planId, num: toInteger($stepNum)}) USING INDEX SEEK step:Step(namespace, planId, num)
REMOVE step.lock
WITH item, step,
  CASE
    WHEN coalesce(step.revision, 0) <> $revision OR coalesce(step.reportHash, '') <> coalesce($reportHash, '')
      OR coalesce(step.correctionHash, '') <> coalesce($correctionHash, '') THEN 'CHANGED'
    WHEN EXISTS { MATCH (step)-[:DERIVED_FROM]->(other:KnowledgeItem) WHERE item IS NULL OR other <> item } THEN 'CHANGED'
    ELSE 'WITHDRAWN'
  END AS answer,
  COLLECT {
    MATCH (wrong:Evidence) USING INDEX SEEK wrong:Evidence(namespace, id)
    WHERE wrong.namespace = $namespace AND wrong.id STARTS WITH $prefix
      AND wrong.planId = $planId AND wrong.stepNum = toInteger($stepNum)
      AND wrong.kind <> 'RETRACTION' AND EXISTS { (item)-[:HAS_EVIDENCE]->(wrong) }
    RETURN wrong {.id, .retractedBy, .kind} AS entry ORDER BY entry.id
  } AS observed,
  COLLECT { MATCH (step)-[taught:TAUGHT]->(learning:Learning) RETURN {edge: taught, id: learning.id} AS one ORDER BY one.id } AS taught,
  // Learnings that the plan says the step follows remain linked.
  COLLECT {
    MATCH (step)-[follows:FOLLOWS]->(learning:Learning)
    WHERE learning.id <> coalesce(step.followsLearning, '')
    RETURN {edge: follows, learning: learning} AS one ORDER BY one.learning.id
  } AS said
CALL (item, step, answer, observed) {
  // A success without a ledger entry is counted on the item only.
  WITH item, step, answer, observed
  WHERE answer = 'WITHDRAWN' AND item IS NOT NULL AND step.outcome = 'SUCCESS'
    AND none(entry IN observed WHERE entry.kind = 'STEP_SUCCESS' AND entry.id STARTS WITH $prefix
      + CASE WHEN $revision = 0 THEN '' ELSE '#' + toString(toInteger($revision)) END + ':')
  SET item.tried = coalesce(item.tried, 1.0) - 1, item.succeeded = coalesce(item.succeeded, 1.0) - 1
}
CALL (step, answer) {
  WITH step, answer WHERE answer = 'WITHDRAWN'
  MATCH (step)-[:FOLLOWS]->(learning:Learning)
  WITH learning ORDER BY learning.id
  REMOVE learning.lock
}
CALL (step, answer) {
  WITH step, answer WHERE answer = 'WITHDRAWN'
  SET step.outcome = 'PENDING', step.revision = toInteger($revision) + 1,
    step.withdrawnAt = $now, step.withdrawnReason = $reason
  REMOVE step.error, step.failure, step.correction, step.reportHash, step.correctionHash, step.recoveryApproach,
    step.reportedAt, step.withdrawn
}
CALL (step, answer) {
  WITH step, answer WHERE answer = 'WITHDRAWN'
  MATCH (step)-[:FOLLOWS]->(learning:Learning)
  WITH learning,
    COUNT { MATCH (learning)<-[:FOLLOWS]-(good:Step) WHERE good.outcome = 'SUCCESS' }
      + CASE WHEN learning:HumanInterrupt THEN 1 ELSE 0 END AS successes,
    COUNT { MATCH (learning)<-[:FOLLOWS]-(bad:Step) WHERE bad.outcome IN ['FAILURE', 'CORRECTED'] } AS others
  SET learning.verified = coalesce(learning.verifiedByPerson, successes > others)
}
FOREACH (one IN CASE WHEN answer = 'WITHDRAWN' THEN taught + said ELSE [] END |
  FOREACH (edge IN [one.edge] | DELETE edge))
RETURN answer, [entry IN observed WHERE entry.retractedBy IS NULL | entry.id] AS retracts, [one IN taught | one.id] AS taught

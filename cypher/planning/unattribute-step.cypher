// planning/unattribute-step: undo a person's attribution of a step that had no item: its item is unknown again, with the next
// revision. The ledger entries and learnings are withdrawn after this statement, in its transaction. One row; none if the step
// was reported, withdrawn or attributed meanwhile.
// Locks are taken in one order: item, step.
//   $itemId, $revision, $reportHash, $correctionHash  of the step as it was read; null for none
//   $prefix  prefix of the ids of the step's evidence      $ofStep  the attribution of the step before
:params {namespace: "default", planId: "p1", stepNum: 0, itemId: "open_files", revision: 0, reportHash: "h", correctionHash: null, prefix: "report-step:p1:0", ofStep: "NONE"};
MATCH (item:KnowledgeItem {namespace: $namespace, id: $itemId}) USING INDEX SEEK item:KnowledgeItem(namespace, id)
REMOVE item.lock
WITH item
MATCH (step:Step {namespace: $namespace, planId: $planId, num: toInteger($stepNum)}) USING INDEX SEEK step:Step(namespace, planId, num)
REMOVE step.lock
WITH item, step
MATCH (step)-[known:DERIVED_FROM]->(item)
WHERE coalesce(step.revision, 0) = $revision AND coalesce(step.reportHash, '') = coalesce($reportHash, '')
  AND coalesce(step.correctionHash, '') = coalesce($correctionHash, '')
WITH item, step, known,
  COLLECT {
    MATCH (wrong:Evidence) USING INDEX SEEK wrong:Evidence(namespace, id)
    WHERE wrong.namespace = $namespace AND wrong.id STARTS WITH $prefix
      AND wrong.planId = $planId AND wrong.stepNum = toInteger($stepNum)
      AND wrong.retractedBy IS NULL AND wrong.kind <> 'RETRACTION' AND EXISTS { (item)-[:HAS_EVIDENCE]->(wrong) }
    RETURN wrong.id ORDER BY wrong.id
  } AS retracts,
  COLLECT { MATCH (step)-[taught:TAUGHT]->(learning:Learning) RETURN {edge: taught, id: learning.id} AS one ORDER BY one.id } AS taught
DELETE known
SET step.attribution = $ofStep, step.revision = toInteger($revision) + 1
FOREACH (one IN taught | FOREACH (edge IN [one.edge] | DELETE edge))
// A success without a ledger entry is counted on the item only.
FOREACH (_ IN CASE WHEN retracts = [] AND step.outcome = 'SUCCESS' AND NOT step.carried AND NOT 'SUCCESS' IN coalesce(step.withdrawn, []) THEN [1] ELSE [] END |
  SET item.tried = coalesce(item.tried, 1.0) - 1, item.succeeded = coalesce(item.succeeded, 1.0) - 1)
RETURN retracts, [one IN taught | one.id] AS taught

// planning/forget-observation: what was observed of a step in its present revision was taken back: the step teaches it to no
// other item. Written behind the ledger, in its transaction and under the lock of the item. Nothing where the step was
// withdrawn since.
//   $outcome  what was observed: FAILURE, CORRECTED, SUCCESS        $entryId  id of the entry
:params {namespace: "default", planId: "p1", stepNum: 0, outcome: "FAILURE", entryId: "report-step:p1:0:FAILURE"};
MATCH (step:Step {namespace: $namespace, planId: $planId, num: toInteger($stepNum)}) USING INDEX SEEK step:Step(namespace, planId, num)
REMOVE step.lock
WITH step
WHERE $entryId STARTS WITH 'report-step:' + step.planId + ':' + toString(step.num)
  + CASE WHEN coalesce(step.revision, 0) = 0 THEN '' ELSE '#' + toString(step.revision) END + ':'
SET step.withdrawn = [known IN coalesce(step.withdrawn, []) WHERE known <> $outcome] + $outcome

// planning/forget-observation: mark an observation of a step's current revision as withdrawn, so that the step does not
// teach it to another item. Runs after the ledger was written, in the same transaction and under the lock of the item.
// Changes nothing if the step was withdrawn since.
//   $outcome  the withdrawn outcome: FAILURE, CORRECTED, SUCCESS        $entryId  id of the entry
:params {namespace: "default", planId: "p1", stepNum: 0, outcome: "FAILURE", entryId: "report-step:p1:0:FAILURE"};
MATCH (step:Step {namespace: $namespace, planId: $planId, num: toInteger($stepNum)}) USING INDEX SEEK step:Step(namespace, planId, num)
REMOVE step.lock
WITH step
WHERE $entryId STARTS WITH 'report-step:' + step.planId + ':' + toString(step.num)
  + CASE WHEN coalesce(step.revision, 0) = 0 THEN '' ELSE '#' + toString(step.revision) END + ':'
SET step.withdrawn = [known IN coalesce(step.withdrawn, []) WHERE known <> $outcome] + $outcome

// planning/find-step: one step with the data that a report of it needs. One row if the plan exists; `step` is null if
// the plan has no such step.
:params {namespace: "default", planId: "p1", stepNum: 0};
MATCH (plan:Plan {namespace: $namespace, id: $planId}) USING INDEX SEEK plan:Plan(namespace, id)
OPTIONAL MATCH (step:Step {namespace: $namespace, planId: $planId, num: toInteger($stepNum)}) USING INDEX SEEK step:Step(namespace, planId, num)
OPTIONAL MATCH (step)-[derived:DERIVED_FROM]->(item:KnowledgeItem)
OPTIONAL MATCH (plan)<-[:RECOVERS]-(next:Plan)
RETURN
  plan {.task, .settings} AS plan, COUNT { (plan)-[:HAS_STEP]->() } AS steps,
  next {.id, .reasoning} AS recoveredBy,
  // Withdrawn parts of a report no longer teach the item anything.
  step {
    .num, .toolName, .toolArguments, .reasoning, .kbSource, .outcome, .reportHash, .correctionHash, .recoveryApproach, .carried,
    .withdrawnAt, .withdrawnReason, revision: coalesce(step.revision, 0),
    failure: CASE WHEN NOT 'FAILURE' IN coalesce(step.withdrawn, []) THEN step.failure END,
    correction: CASE WHEN NOT 'CORRECTED' IN coalesce(step.withdrawn, []) THEN step.correction END
  } AS step,
  item.id AS itemId, derived.attribution = 'STATED' AS stated, derived.movedFrom AS movedFrom,
  COLLECT { MATCH (step)-[:TAUGHT]->(learning:Learning) RETURN learning.id } AS taught

// planning/find-step: one step with what a report of it needs. One row when the plan exists; stepNum is null where it
// has no such step.
:params {namespace: "default", planId: "p1", stepNum: 0};
MATCH (plan:Plan {namespace: $namespace, id: $planId})
OPTIONAL MATCH (step:Step {namespace: $namespace, planId: $planId, num: toInteger($stepNum)})
OPTIONAL MATCH (step)-[derived:DERIVED_FROM]->(item:KnowledgeItem)
OPTIONAL MATCH (plan)<-[:RECOVERS]-(next:Plan)
RETURN
  plan.task AS task, plan.settings AS settings, COUNT { (plan)-[:HAS_STEP]->() } AS steps,
  next.id AS recoveredById, next.reasoning AS recoveredByReasoning,
  step.num AS stepNum, step.toolName AS toolName, step.toolArguments AS toolArguments, step.reasoning AS reasoning,
  step.kbSource AS kbSource, step.outcome AS outcome, step.failure AS failure, step.correction AS correction,
  step.reportHash AS reportHash, step.correctionHash AS correctionHash, step.recoveryApproach AS recoveryApproach,
  item.id AS itemId, derived.attribution = 'INFERRED' AND derived.byPerson IS NULL AS inferred, derived.movedFrom AS movedFrom,
  COLLECT { MATCH (step)-[:TAUGHT]->(learning:Learning) RETURN learning.id } AS taught

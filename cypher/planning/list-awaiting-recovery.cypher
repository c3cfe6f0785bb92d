// planning/list-awaiting-recovery: learnings from a plan's failures that have no recovery approach yet, ordered by
// step.
:params {namespace: "default", planId: "p1"};
MATCH (:Plan {namespace: $namespace, id: $planId})-[:HAS_STEP]->(step:Step)-[:TAUGHT]->(learning:SelfExploration)
WHERE learning.recoveryApproach IS NULL
RETURN learning.id AS learningId
ORDER BY step.num, learningId

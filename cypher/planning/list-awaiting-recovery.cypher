// planning/list-awaiting-recovery: learnings of a plan's failures whose recovery is not known yet, by step.
:params {namespace: "default", planId: "p1"};
MATCH (:Plan {namespace: $namespace, id: $planId})-[:HAS_STEP]->(step:Step)-[:TAUGHT]->(learning:SelfExploration)
WHERE learning.recoveryApproach IS NULL
RETURN learning.id AS learningId
ORDER BY step.num, learningId

// search/list-recovered-learnings: learnings whose recovery is what these plans did instead of the plan that had failed. One
// row each.
:params {namespace: "default", plans: ["p2"]};
UNWIND $plans AS id
MATCH (recovery:Plan {namespace: $namespace, id: id})-[:RECOVERS]->(:Plan)-[:HAS_STEP]->(:Step)-[:TAUGHT]->(learning:Learning)
WHERE learning.recoveryApproach = recovery.reasoning
RETURN DISTINCT learning.id AS learningId

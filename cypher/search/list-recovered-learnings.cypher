// search/list-recovered-learnings: learnings whose recovery is the approach of these plans, which replaced a failed
// plan. One row each.
:params {namespace: "default", plans: ["p2"]};
UNWIND $plans AS id
MATCH (recovery:Plan {namespace: $namespace, id: id})-[:RECOVERS]->(:Plan)-[:HAS_STEP]->(:Step)-[:TAUGHT]->(learning:Learning)
USING INDEX SEEK recovery:Plan(namespace, id)
WHERE learning.recoveryApproach = recovery.reasoning
RETURN DISTINCT learning.id AS learningId

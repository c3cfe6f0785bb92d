// outcomes/find-work: a plan with the chain of plans that it recovers, and a task. One row; a plan or task that does
// not
// exist is null.
//   $planId, $taskId  null if not needed
:params {namespace: "default", planId: "p1", taskId: "t1"};
OPTIONAL MATCH (plan:Plan {namespace: $namespace, id: $planId})
OPTIONAL MATCH (task:Task {namespace: $namespace, id: $taskId})
RETURN plan.id AS planId, task.id AS taskId, COLLECT { MATCH (plan)-[:RECOVERS*0..]->(one:Plan) RETURN DISTINCT one.id } AS planIds

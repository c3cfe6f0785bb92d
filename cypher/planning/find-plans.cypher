// planning/find-plans: plans by id; unknown ids are left out.
:params {namespace: "default", ids: ["p1"]};
UNWIND $ids AS id
MATCH (plan:Plan {namespace: $namespace, id: id})
RETURN
  plan {.id, .task, .number, .reasoning, .estimatedDuration, .success, .createdAt, warnings: coalesce(plan.warnings, [])} AS plan,
  head(COLLECT { MATCH (plan)-[:RECOVERS]->(old:Plan) RETURN old.id }) AS recoversId,
  head(COLLECT { MATCH (plan)<-[:RECOVERS]-(next:Plan) RETURN next.id }) AS recoveredById

// planning/find-plan-by-key: the plan saved under an idempotency key. One row; none if there is no such plan.
:params {namespace: "default", key: "k1"};
MATCH (plan:Plan {namespace: $namespace, idempotencyKey: $key})
RETURN plan.id AS planId, plan.requestHash AS requestHash

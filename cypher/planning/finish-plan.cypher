// planning/finish-plan: record whether a plan completed its task; the first result is final. One row with the stored
// result; none when the plan does not exist.
:params {namespace: "default", planId: "p1", success: true, now: datetime()};
MATCH (plan:Plan {namespace: $namespace, id: $planId})
REMOVE plan.lock
WITH plan
SET plan.success = coalesce(plan.success, $success), plan.finishedAt = coalesce(plan.finishedAt, $now)
RETURN plan.success AS success

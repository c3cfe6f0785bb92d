// planning/finish-plan: whether a plan did its task; the first word counts. One row with what is stored then; none when
// the plan does not exist.
:params {namespace: "default", planId: "p1", success: true, now: datetime()};
MATCH (plan:Plan {namespace: $namespace, id: $planId})
REMOVE plan.lock
WITH plan
SET plan.success = coalesce(plan.success, $success), plan.finishedAt = coalesce(plan.finishedAt, $now)
RETURN plan.success AS success

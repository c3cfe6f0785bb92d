// planning/list-retrieved: what was retrieved for several plans, as it was then (JSON).
:params {namespace: "default", planIds: ["p1"]};
UNWIND $planIds AS planId
MATCH (plan:Plan {namespace: $namespace, id: planId})
RETURN planId, plan.retrieved AS retrieved

// planning/list-retrieved: the items retrieved for several plans, as they were at that time (JSON).
:params {namespace: "default", planIds: ["p1"]};
UNWIND $planIds AS planId
MATCH (plan:Plan {namespace: $namespace, id: planId})
RETURN planId, plan.retrieved AS retrieved

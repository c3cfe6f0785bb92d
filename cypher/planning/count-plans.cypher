// planning/count-plans: number of plans in a namespace.
//   $task  lower-case text the task contains; null for all
:params {namespace: "default", task: null};
MATCH (plan:Plan {namespace: $namespace})
WHERE plan.id < "~" AND ($task IS NULL OR toLower(plan.task) CONTAINS $task)
RETURN count(plan) AS total

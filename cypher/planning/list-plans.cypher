// planning/list-plans: ids of a namespace's plans, newest first.
//   $before  only those before this id; '~' from the newest      $task  lower-case text the task contains; null for all
:params {namespace: "default", before: "~", task: null, limit: 20};
MATCH (plan:Plan {namespace: $namespace})
WHERE plan.id < $before AND ($task IS NULL OR toLower(plan.task) CONTAINS $task)
RETURN plan.id AS id
ORDER BY plan.id DESC
LIMIT toInteger($limit)

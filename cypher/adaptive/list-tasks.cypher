// adaptive/list-tasks: ids of a namespace's tasks, newest first.
//   $before  only those before this id; '~' from the newest      $status  only those that stand so; null for all
:params {namespace: "default", before: "~", status: null, limit: 20};
MATCH (task:Task {namespace: $namespace})
WHERE task.id < $before AND ($status IS NULL OR task.status = $status)
RETURN task.id AS id
ORDER BY task.id DESC
LIMIT toInteger($limit)

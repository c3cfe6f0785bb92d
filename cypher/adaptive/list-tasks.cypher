// adaptive/list-tasks: ids of a namespace's tasks, newest first.
//   $before  lists only ids before this one; '~' for the first page    $status  lists only this status; null for all
:params {namespace: "default", before: "~", status: null, limit: 20};
MATCH (task:Task {namespace: $namespace})
WHERE task.id < $before AND ($status IS NULL OR task.status = $status)
RETURN task.id AS id
ORDER BY task.id DESC
LIMIT toInteger($limit)

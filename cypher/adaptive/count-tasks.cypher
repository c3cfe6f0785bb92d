// adaptive/count-tasks: how many tasks list-tasks lists on all its pages.
//   $status  only those that stand so; null for all
:params {namespace: "default", status: null};
MATCH (task:Task {namespace: $namespace})
WHERE task.id < '~' AND ($status IS NULL OR task.status = $status)
RETURN count(task) AS total

// adaptive/count-tasks: number of tasks that list-tasks returns on all pages together.
//   $status  counts only tasks of this status; null for all
:params {namespace: "default", status: null};
MATCH (task:Task {namespace: $namespace})
WHERE task.id < '~' AND ($status IS NULL OR task.status = $status)
RETURN count(task) AS total

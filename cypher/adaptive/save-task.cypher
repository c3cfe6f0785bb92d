// adaptive/save-task: start a task, once under its idempotency key. One row: the task that has the key now, and the hash
// of what it was started with.
//   $task  properties of the new node
:params {task: {namespace: "default", id: "t1", idempotencyKey: "k1", requestHash: "h", objective: "Calculate first 1000 prime numbers", status: "RUNNING"}};
MERGE (task:Task {namespace: $task.namespace, idempotencyKey: $task.idempotencyKey})
ON CREATE SET task += $task, task.steps = 0, task.title = left($task.objective, 80)
RETURN task.id AS id, task.requestHash AS requestHash

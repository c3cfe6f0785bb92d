// adaptive/save-task: create a task, once per idempotency key. One row: id and request hash of the task that has the key,
// created now or earlier.
//   $task  properties of the new node
:params {task: {namespace: "default", id: "t1", idempotencyKey: "k1", requestHash: "h", objective: "Compute the first 1000 prime numbers", status: "RUNNING"}};
MERGE (task:Task {namespace: $task.namespace, idempotencyKey: $task.idempotencyKey})
ON CREATE SET task += $task, task.steps = 0, task.title = left($task.objective, 80)
RETURN task.id AS id, task.requestHash AS requestHash

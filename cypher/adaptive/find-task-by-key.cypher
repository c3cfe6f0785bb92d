// adaptive/find-task-by-key: the task that was started under an idempotency key.
:params {namespace: "default", key: "k1"};
MATCH (task:Task {namespace: $namespace, idempotencyKey: $key})
RETURN task.id AS id, task.requestHash AS requestHash

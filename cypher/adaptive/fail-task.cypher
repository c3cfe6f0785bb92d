// adaptive/fail-task: the LLM of the service could not carry out the next action of a task. What comes next stays as it is, so that
// the task can be gone on with. One row: whether the task still stood there; none where there is no such task.
//   $steps  how many it had when its action was to be carried out
//   $reason  one sentence
:params {namespace: "default", id: "t1", steps: 0, reason: "The LLM refused to answer", now: datetime()};
MATCH (task:Task {namespace: $namespace, id: $id})
REMOVE task.lock // takes the write lock first, so that what is read from here on is current
WITH task, task.steps = toInteger($steps) AND task.status = 'RUNNING' AS failed
FOREACH (_ IN CASE WHEN failed THEN [1] ELSE [] END | SET task.llmFailure = $reason, task.updatedAt = $now)
RETURN failed

// adaptive/fail-task: record that the LLM of the service could not carry out the next action of a task. The next action is
// kept, so that the task can be continued. One row: whether the task was unchanged and the failure recorded; none when there
// is no such task.
//   $steps  number of steps the task had when its action was to be carried out
//   $reason  the failure, in one sentence
:params {namespace: "default", id: "t1", steps: 0, reason: "The LLM refused to answer", now: datetime()};
MATCH (task:Task {namespace: $namespace, id: $id})
REMOVE task.lock // takes the write lock first, so that what is read from here on is current
WITH task, task.steps = toInteger($steps) AND task.status = 'RUNNING' AS failed
FOREACH (_ IN CASE WHEN failed THEN [1] ELSE [] END | SET task.llmFailure = $reason, task.updatedAt = $now)
RETURN failed

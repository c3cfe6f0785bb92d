// review/list-undecided-verdicts: adaptive tasks that wait because their last step has no verdict; newest first, ties by
// task id.
//   $since, $to  time range in which the step was reported
//   $beforeId    for tasks at $to, only those before this id
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), beforeId: "~", limit: 20};
MATCH (task:Task) USING INDEX SEEK task:Task(namespace, status, updatedAt)
WHERE task.namespace = $namespace AND task.status = 'AWAITING_VERDICT' AND $since <= task.updatedAt <= $to
  AND (task.updatedAt < $to OR task.id < $beforeId)
RETURN task.id AS id, task.updatedAt AS at, null AS planId, toInteger(task.steps) - 1 AS stepNum, null AS learningId,
  null AS ref, task.id AS taskId
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)

// adaptive/judge-step: record the judgement of a step by an agent or a person, once. One row: JUDGED; EXISTS (the same
// judgement was recorded before), CONFLICT (another judgement was recorded before), CHANGED (the task has other steps by
// now: compute the judgement again); none when there is no such step. The earlier validation is kept in `ruled`. was: the
// changed properties before the judgement, of step, task and strategy, with the time of the task.
//   $row  namespace, taskId, num, now, steps (number of steps of the task when this was computed), step (changed properties:
//         validation, succeeded, progress, nextAction, refinementPrompt, judgement, judgedHash), task (changed properties of
//         the task; null if the step is not its last)
:params {row: {namespace: "default", taskId: "t1", num: 0, now: datetime(), steps: 1, step: {judgedHash: "h", judgement: "{}", succeeded: true}, task: {status: "SUCCEEDED"}}};
MATCH (task:Task {namespace: $row.namespace, id: $row.taskId})
REMOVE task.lock // takes the write lock first, so that what is read from here on is current
WITH task
MATCH (step:TaskStep {namespace: $row.namespace, taskId: $row.taskId, num: toInteger($row.num)})
WITH task, step,
  CASE
    WHEN step.judgedHash = $row.step.judgedHash THEN 'EXISTS'
    WHEN step.judgedHash IS NOT NULL THEN 'CONFLICT'
    WHEN task.steps <> toInteger($row.steps) THEN 'CHANGED'
    ELSE 'JUDGED'
  END AS answer,
  {
    step: step {.validation, .refinementPrompt, .progress, .nextAction, .succeeded},
    task: task {.status, .progress, .nextAction, .llmFailure},
    updatedAt: toString(task.updatedAt),
    strategy: head(COLLECT {
      MATCH (strategy:Strategy {namespace: $row.namespace, id: step.strategyId})
      RETURN strategy {
        .lastIssue, .lastIssueFor, .learned, .learnedFor, .workedInstruction, .workedParameters, .workedFor
      }
    })
  } AS was
FOREACH (_ IN CASE WHEN answer = 'JUDGED' THEN [1] ELSE [] END |
  SET step.ruled = step.validation, step += $row.step, step.judgedAt = $row.now, task.updatedAt = $row.now
)
FOREACH (_ IN CASE WHEN answer = 'JUDGED' AND $row.task IS NOT NULL THEN [1] ELSE [] END | SET task += $row.task)
RETURN answer, was

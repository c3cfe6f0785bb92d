// adaptive/unjudge-step: undo the judgement of a step, so that it waits for a verdict again. What the ledger recorded is
// retracted after this statement, in its transaction. One row; none if the step has another judgement, or the task went on.
//   $steps  number of steps of the task when the step was judged
//   $evidenceId  what the ledger recorded; null for nothing
//   $was    the properties before: step, task and updatedAt (task is null if the step was not the last one), strategy (null
//           if there was none); and judgedAt
:params {namespace: "default", taskId: "t1", num: 0, judgedHash: "h", steps: 1, strategyId: "numbers_request/ai.process/deliver", evidenceId: "judged:t1:0", was: {judgedAt: "2026-01-02T00:00:00Z", step: {validation: "{}"}, task: {status: "AWAITING_VERDICT"}, updatedAt: "2026-01-01T00:00:00Z", strategy: {lastIssue: null}}};
MATCH (task:Task {namespace: $namespace, id: $taskId})
REMOVE task.lock // takes the write lock first, so that what is read from here on is current
WITH task WHERE task.steps = toInteger($steps)
MATCH (step:TaskStep {namespace: $namespace, taskId: $taskId, num: toInteger($num)})
WHERE step.judgedHash = $judgedHash
SET step += $was.step, step.unjudged = coalesce(step.unjudged, 0) + 1
REMOVE step.judgement, step.judgedHash, step.judgedAt, step.ruled
FOREACH (before IN CASE WHEN $was.task IS NULL THEN [] ELSE [$was.task] END |
  SET task += before, task.updatedAt = datetime($was.updatedAt))
WITH step
// What the strategy learned since, from others, stays.
OPTIONAL MATCH (strategy:Strategy {namespace: $namespace, id: $strategyId})
WHERE NOT EXISTS {
  MATCH (strategy)-[:HAS_EVIDENCE]->(later:Evidence)
  WHERE later.at > datetime($was.judgedAt) AND later.id <> coalesce($evidenceId, '') AND later.retractedBy IS NULL
}
FOREACH (one IN CASE WHEN strategy IS NULL THEN [] ELSE [strategy] END |
  SET one.lastIssue = $was.strategy.lastIssue, one.lastIssueFor = $was.strategy.lastIssueFor, one.learned = $was.strategy.learned,
    one.learnedFor = $was.strategy.learnedFor, one.workedInstruction = $was.strategy.workedInstruction,
    one.workedParameters = $was.strategy.workedParameters, one.workedFor = $was.strategy.workedFor)
RETURN step.num AS num

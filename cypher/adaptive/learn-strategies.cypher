// adaptive/learn-strategies: update strategies after attempts, apart from their trust: objectives, last issue, the
// successful parameters, the sentence learned, the task and its step. Runs after the ledger has recorded the attempts, in
// the same transaction. One row each; textChanged: the strategy has to be embedded again. Each row sees the effects of the
// rows before it.
//   $rows  n, namespace, strategyId, success, issue (null on success), objective, objectives and text (new values), knownObjectives
//          (number of objectives when the text was made; if it differs by now, the text is kept), taskId and num (null
//          without a task), worked (learned, instruction, parameters of a successful try; null if there is none)
:params {rows: [{n: 0, namespace: "default", strategyId: "numbers_request/ai.process/deliver", success: false, issue: "Code was delivered", objective: "Calculate first 10 prime numbers", objectives: [], text: "", knownObjectives: 0, taskId: null, num: null, worked: null}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (strategy:Strategy {namespace: row.namespace, id: row.strategyId})
  WITH row, strategy,
    size(strategy.objectives) = toInteger(row.knownObjectives)
      AND (strategy.text IS NULL OR strategy.text <> row.text) AS textChanged
  SET strategy.lastUpdated = strategy.updatedAt,
    strategy.lastIssue = CASE WHEN row.success THEN strategy.lastIssue ELSE row.issue END,
    strategy.lastIssueFor = CASE WHEN row.success THEN strategy.lastIssueFor ELSE row.objective END
  FOREACH (worked IN CASE WHEN row.worked IS NULL THEN [] ELSE [row.worked] END |
    SET strategy.learned = coalesce(worked.learned, strategy.learned),
      strategy.learnedFor = CASE WHEN worked.learned IS NULL THEN strategy.learnedFor ELSE row.objective END,
      strategy.workedInstruction = worked.instruction, strategy.workedParameters = worked.parameters,
      strategy.workedFor = row.objective
  )
  FOREACH (_ IN CASE WHEN textChanged THEN [1] ELSE [] END | SET strategy.text = row.text, strategy.objectives = row.objectives)
  WITH row, strategy, textChanged
  OPTIONAL MATCH (task:Task {namespace: row.namespace, id: row.taskId})
  OPTIONAL MATCH (step:TaskStep {namespace: row.namespace, taskId: row.taskId, num: toInteger(row.num)})
  FOREACH (one IN CASE WHEN task IS NULL THEN [] ELSE [task] END | MERGE (strategy)-[:LEARNED_FROM]->(one))
  FOREACH (one IN CASE WHEN step IS NULL THEN [] ELSE [step] END | MERGE (one)-[:TRIED]->(strategy))
  RETURN textChanged
}
RETURN row.n AS n, textChanged

// adaptive/learn-strategies: what strategies keep of attempts beside their trust, written behind the ledger's answers in its
// transaction: what they were tried for, what went wrong last, what worked and what was learned, the task and its step. One row
// each; textChanged: the strategy has to be embedded anew. Each row sees what the rows before it did.
//   $rows  n, namespace, strategyId, success, issue (null on success), objectives, text (what they become) and
//          knownObjectives (how many there were when the text was made; with another number the text stays), taskId and num
//          (null without a task), worked (learned, instruction, parameters of a try that succeeded; null where there is none)
:params {rows: [{n: 0, namespace: "default", strategyId: "numbers_request/ai.process/deliver", success: false, issue: "Code was delivered", objectives: [], text: "", knownObjectives: 0, taskId: null, num: null, worked: null}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (strategy:Strategy {namespace: row.namespace, id: row.strategyId})
  WITH row, strategy,
    size(strategy.objectives) = toInteger(row.knownObjectives)
      AND (strategy.text IS NULL OR strategy.text <> row.text) AS textChanged
  SET strategy.lastUpdated = strategy.updatedAt,
    strategy.lastIssue = CASE WHEN row.success THEN strategy.lastIssue ELSE row.issue END
  FOREACH (worked IN CASE WHEN row.worked IS NULL THEN [] ELSE [row.worked] END |
    SET strategy.learned = coalesce(worked.learned, strategy.learned), strategy.workedInstruction = worked.instruction,
      strategy.workedParameters = worked.parameters
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

// adaptive/learn-strategies: what attempts teach: the strategy of the action gets the evidence, and with it a new trust,
// (successes + 1) / (attempts + 2). One answer a row: CREATED, EXISTS (reported before: the first answer), CONFLICT (its
// key was used for something else). Two transactions that report the same at the same moment both find no evidence; the
// second then breaks the constraint, writes nothing, and finds it when it is repeated.
//   $rows  n, namespace, now, strategyId, properties (of a new strategy), success, issue (null on success),
//          objectives, text (what they become) and knownObjectives (how many there were when the text was made; with
//          another number the text stays), taskId and num (null without a task), evidence (properties of the new node)
:params {rows: [{n: 0, namespace: "default", now: datetime(), strategyId: "numbers_request/ai.process/deliver", properties: {ref: "strategy:numbers_request/ai.process/deliver", kind: "STRATEGY", title: "ai.process (deliver)", facets: [], pattern: "numbers_request", method: "ai", action: "process", approach: "deliver"}, success: false, issue: "Code was delivered", objectives: [], text: "", knownObjectives: 0, taskId: null, num: null, evidence: {namespace: "default", id: "e1", requestHash: "h"}}]};
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (seen:Evidence {namespace: row.namespace, id: row.evidence.id})
  CALL (row, seen) {
    WITH seen, row.evidence AS evidence WHERE seen IS NOT NULL
    RETURN CASE WHEN seen.requestHash = evidence.requestHash THEN 'EXISTS' ELSE 'CONFLICT' END AS outcome,
      seen.strategyId AS strategyId, false AS textChanged
  UNION ALL
    WITH row, seen WHERE seen IS NULL
    MERGE (strategy:Strategy {namespace: row.namespace, id: row.strategyId})
    ON CREATE SET
      strategy:Knowledge, strategy += row.properties, strategy.trust = 0.5, strategy.initialTrust = 0.5,
      strategy.trustSince = row.now, strategy.createdAt = row.now, strategy.updatedAt = row.now, strategy.attempts = 0,
      strategy.successes = 0, strategy.objectives = []
    REMOVE strategy.lock // takes the write lock, so that what is read from here on is current
    WITH row, strategy, strategy.trust AS before, strategy.attempts AS sequence,
      strategy.successes + CASE WHEN row.success THEN 1 ELSE 0 END AS successes,
      CASE WHEN strategy.updatedAt > row.now THEN strategy.updatedAt ELSE row.now END AS at, // replicas' clocks: never back
      size(strategy.objectives) = toInteger(row.knownObjectives)
        AND (strategy.text IS NULL OR strategy.text <> row.text) AS textChanged
    SET strategy.attempts = sequence + 1, strategy.successes = successes,
      strategy.trust = (successes + 1.0) / (sequence + 3), strategy.updatedAt = at, strategy.lastUpdated = at,
      strategy.lastIssue = CASE WHEN row.success THEN strategy.lastIssue ELSE row.issue END
    FOREACH (_ IN CASE WHEN textChanged THEN [1] ELSE [] END | SET strategy.text = row.text, strategy.objectives = row.objectives)
    CREATE (strategy)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = row.evidence, evidence.at = at, evidence.appliedAt = at, evidence.state = 'APPLIED',
      evidence.positive = row.success, evidence.weight = 1.0, evidence.trustBefore = before,
      evidence.trustAfter = strategy.trust, evidence.sequence = sequence, evidence.strategyId = strategy.id
    WITH row, strategy, textChanged
    OPTIONAL MATCH (task:Task {namespace: row.namespace, id: row.taskId})
    OPTIONAL MATCH (step:TaskStep {namespace: row.namespace, taskId: row.taskId, num: toInteger(row.num)})
    FOREACH (one IN CASE WHEN task IS NULL THEN [] ELSE [task] END | MERGE (strategy)-[:LEARNED_FROM]->(one))
    FOREACH (one IN CASE WHEN step IS NULL THEN [] ELSE [step] END | MERGE (one)-[:TRIED]->(strategy))
    RETURN 'CREATED' AS outcome, strategy.id AS strategyId, textChanged
  }
  RETURN outcome, strategyId, textChanged
}
RETURN row.n AS n, outcome, strategyId, textChanged

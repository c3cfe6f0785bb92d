// adaptive/create-strategies: create missing strategies of tried actions, and lock them all; the ledger records the attempts
// afterwards in the same transaction. Attempts that were recorded before are skipped. One row for each other attempt:
// whether its strategy has no attempt yet.
//   $rows  n, namespace, now, strategyId, evidenceId (of the attempt), properties (of a new strategy)
//   $trust  trust of a new strategy
:params {trust: 0.5, rows: [{n: 0, namespace: "default", now: datetime(), strategyId: "numbers_request/ai.process/deliver", evidenceId: "e1", properties: {ref: "strategy:numbers_request/ai.process/deliver", kind: "STRATEGY", title: "ai.process (deliver)", facets: [], pattern: "numbers_request", method: "ai", action: "process", approach: "deliver"}}]};
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (known:Strategy {namespace: row.namespace, id: row.strategyId})
  REMOVE known.lock // also if the strategy learns nothing, so that concurrent writers take all locks in the same order
  WITH row WHERE NOT EXISTS { MATCH (:Evidence {namespace: row.namespace, id: row.evidenceId}) }
  MERGE (strategy:Strategy {namespace: row.namespace, id: row.strategyId})
  ON CREATE SET
    strategy:Knowledge, strategy += row.properties, strategy.trust = $trust, strategy.initialTrust = $trust,
    strategy.trustSince = row.now, strategy.createdAt = row.now, strategy.updatedAt = row.now, strategy.attempts = 0,
    strategy.successes = 0, strategy.objectives = []
  REMOVE strategy.lock // takes the write lock, so that what is read from here on is current
  WITH strategy
  RETURN strategy.attempts = 0 AS isNew
}
RETURN row.n AS n, isNew

// evidence/record-laplace: entries of ledgers whose trust is the share of successes among attempts, of which some are
// assumed beforehand: (successes + prior successes) / (attempts + prior attempts).
// One answer a row whose node exists: CREATED, EXISTS (recorded before: the first answer), CONFLICT (the id was used for
// something else); none for an unknown node. Each row sees what the rows before it did. Two transactions that record the
// same id at the same moment both find none; the second then breaks the constraint, writes nothing, and finds it when it is
// repeated.
//   $rows  n, namespace, ref, now, requestHash (tells equal requests from others; null: the id alone does), evidence
//          (properties of the new node: id, kind, positive (a success), …)
//   $policy, $policyConstants  the policy's name and its constants as JSON, kept with each entry
//   $priorSuccesses, $priorAttempts  what is assumed
:params {policy: "laplace", policyConstants: "{}", priorSuccesses: 1.0, priorAttempts: 2.0, rows: [{n: 0, namespace: "default", ref: "strategy:numbers_request/ai.process/deliver", now: datetime(), requestHash: "h", evidence: {id: "e1", kind: "VALIDATION", positive: true, stepNum: null}}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (node:Knowledge {namespace: row.namespace, ref: row.ref}) USING INDEX node:Knowledge(namespace, ref)
  REMOVE node.lock // takes the write lock first, so that what is read from here on is current
  WITH row, node
  OPTIONAL MATCH (seen:Evidence {namespace: row.namespace, id: row.evidence.id}) USING INDEX seen:Evidence(namespace, id)
  WITH row, node, seen, node.trust AS before, node.attempts AS uses,
    node.successes + CASE WHEN row.evidence.positive THEN 1 ELSE 0 END AS successes,
    CASE WHEN node.updatedAt > row.now THEN node.updatedAt ELSE row.now END AS at, // replicas' clocks differ: never back
    COUNT { (node)-[:HAS_EVIDENCE]->() } AS sequence
  WITH row, row.evidence AS given, node, seen, before, uses, successes, at, sequence,
    (successes + $priorSuccesses) / (uses + 1 + $priorAttempts) AS after
  FOREACH (_ IN CASE WHEN seen IS NULL THEN [1] ELSE [] END |
    SET node.attempts = uses + 1, node.successes = successes, node.trust = after, node.updatedAt = at
    CREATE (node)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = given {.*, namespace: row.namespace, requestHash: row.requestHash, stepNum: toInteger(given.stepNum),
      at: at, appliedAt: at, state: 'APPLIED', weight: 1.0, trustBefore: before, trustAfter: after, sequence: sequence,
      uses: uses, policy: $policy, policyConstants: $policyConstants}
  )
  RETURN
    CASE
      WHEN seen IS NULL THEN 'CREATED'
      WHEN row.requestHash IS NULL OR seen.requestHash = row.requestHash THEN 'EXISTS'
      ELSE 'CONFLICT'
    END AS outcome,
    true AS applied, coalesce(seen.trustBefore, before) AS trustBefore, coalesce(seen.trustAfter, after) AS trustAfter
}
RETURN row.n AS n, outcome, applied, trustBefore, trustAfter

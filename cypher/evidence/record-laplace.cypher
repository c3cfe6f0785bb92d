// evidence/record-laplace: append entries to ledgers whose trust is the share of successes among attempts, with some
// assumed in advance: (successes + prior successes) / (attempts + prior attempts). An outcome of a context is no
// attempt: it counts with its share as weight.
// One answer per row whose node exists: CREATED, EXISTS (recorded before: the first answer), CONFLICT (the id was used
// for another request); none for an unknown node. retracted: the entry was retracted since. Each row sees the changes
// of the rows before it. If two transactions record the same id concurrently, neither finds it; the second one then
// violates the constraint, writes nothing, and finds the entry when it is retried.
//   $rows  n, namespace, ref, now, requestHash (tells whether two requests are equal; null: the id alone decides),
//          evidence (properties of the new node: id, kind, positive (a success), share (0..1 for an outcome of a
//          context; null for an attempt), …), due (for a RETRACTION: the trust without the retracted entries, with its
//          weight in `evidence`; settle-retractions writes the rest afterwards)
//   $policy, $policyConstants  the policy's name and its constants as JSON, kept with each entry
//   $priorSuccesses, $priorAttempts  successes and attempts that are assumed in advance
:params {policy: "laplace", policyConstants: "{}", priorSuccesses: 1.0, priorAttempts: 2.0, rows: [{n: 0, namespace: "default", ref: "strategy:numbers_request/ai.process/deliver", now: datetime(), requestHash: "h", due: null, evidence: {id: "e1", kind: "VALIDATION", positive: true, weight: null, share: null, stepNum: null}}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (node:Knowledge {namespace: row.namespace, ref: row.ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
  REMOVE node.lock // takes the write lock first, so that what is read from here on is current
  WITH row, node
  OPTIONAL MATCH (seen:Evidence {namespace: row.namespace, id: row.evidence.id}) USING INDEX SEEK seen:Evidence(namespace, id)
  WITH row, node, seen, node.trust AS before, node.attempts AS uses, row.evidence.share AS share,
    CASE WHEN row.due IS NULL AND row.evidence.share IS NULL THEN 1 ELSE 0 END AS attempt, coalesce(row.evidence.share, 0.0) AS credit,
    CASE WHEN node.updatedAt > row.now THEN node.updatedAt ELSE row.now END AS at, // replicas' clocks differ, but times must not go back
    COUNT { (node)-[:HAS_EVIDENCE]->() } AS sequence
  WITH row, row.evidence AS given, node, seen, before, uses, share, at, sequence, uses + attempt AS attempts,
    node.successes + CASE WHEN row.evidence.positive THEN attempt ELSE 0 END AS successes,
    coalesce(node.credited, 0.0) + credit AS credited,
    coalesce(node.creditedSuccesses, 0.0) + CASE WHEN row.evidence.positive THEN credit ELSE 0.0 END AS creditedSuccesses
  WITH row, given, node, seen, before, uses, share, at, sequence, attempts, successes, credited, creditedSuccesses,
    coalesce(row.due, (successes + creditedSuccesses + $priorSuccesses) / (attempts + credited + $priorAttempts)) AS after
  FOREACH (_ IN CASE WHEN seen IS NULL THEN [1] ELSE [] END |
    SET node.attempts = attempts, node.successes = successes, node.trust = after, node.updatedAt = at,
      node.credited = CASE WHEN share IS NULL THEN node.credited ELSE credited END,
      node.creditedSuccesses = CASE WHEN share IS NULL THEN node.creditedSuccesses ELSE creditedSuccesses END,
      node.tried = coalesce(node.tried, 0.0) + CASE WHEN row.due IS NULL THEN coalesce(given.share, 1.0) ELSE 0.0 END,
      node.succeeded = coalesce(node.succeeded, 0.0) + CASE WHEN row.due IS NULL AND given.positive THEN coalesce(given.share, 1.0) ELSE 0.0 END
    CREATE (node)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = given {.*, namespace: row.namespace, requestHash: row.requestHash, stepNum: toInteger(given.stepNum),
      at: at, appliedAt: at, state: 'APPLIED', weight: coalesce(given.weight, share, 1.0), trustBefore: before, trustAfter: after, sequence: sequence,
      uses: uses, policy: $policy, policyConstants: $policyConstants,
      title: replace(toLower(given.kind), '_', ' ') + CASE WHEN coalesce(given.positive, after >= before) THEN ' +' ELSE ' −' END}
  )
  RETURN
    CASE
      WHEN seen IS NULL THEN 'CREATED'
      WHEN row.requestHash IS NULL OR seen.requestHash = row.requestHash THEN 'EXISTS'
      ELSE 'CONFLICT'
    END AS outcome,
    true AS applied, coalesce(seen.trustBefore, before) AS trustBefore, coalesce(seen.trustAfter, after) AS trustAfter,
    seen.retractedBy IS NOT NULL AS retracted
}
RETURN row.n AS n, outcome, applied, trustBefore, trustAfter, retracted

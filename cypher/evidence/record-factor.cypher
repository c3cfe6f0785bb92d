// evidence/record-factor: append entries to ledgers whose trust is a moving average: an observation against a node
// multiplies its trust by a weight, not below a floor; one in its favour recovers a share of the distance to 1. A
// RETRACTION cancels entries that turned out to be wrong: the trust is then the fold of all remaining entries.
// One answer per row whose node exists: CREATED, EXISTS (recorded before: the first answer), CONFLICT (the id was used
// for another request); none for an unknown node. retracted: the entry was retracted since. Each row sees the changes
// of the rows before it.
//   $rows  n, namespace, ref, now, requestHash (tells whether two requests are equal; null: the id alone decides),
//          evidence (properties of the new node: id, kind, positive, weight 0..1, …), due (for a RETRACTION, which has
//          no positive and no weight: the trust without the retracted entries; settle-retractions writes the rest
//          afterwards)
//   $policy, $policyConstants  the policy's name and its constants as JSON, kept with each entry
//   $floor  lowest trust, 0..1
:params {policy: "factor", policyConstants: "{}", floor: 0.5, rows: [{n: 0, namespace: "default", ref: "item:open_files", now: datetime(), requestHash: "h", due: null, evidence: {id: "e1", kind: "STEP_FAILURE", positive: false, weight: 0.95, stepNum: 0, share: null, retracts: null}}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (node:Knowledge {namespace: row.namespace, ref: row.ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
  REMOVE node.lock // takes the write lock first, so that what is read from here on is current
  WITH row, node
  OPTIONAL MATCH (seen:Evidence {namespace: row.namespace, id: row.evidence.id}) USING INDEX SEEK seen:Evidence(namespace, id)
  WITH row, node, seen, node.trust AS before,
    CASE WHEN node.updatedAt > row.now THEN node.updatedAt ELSE row.now END AS at, // replicas' clocks differ, but times must not go back
    COUNT { (node)-[:HAS_EVIDENCE]->() } AS sequence, COUNT { (node)<-[:DERIVED_FROM]-() } AS uses
  WITH row, row.evidence AS given, node, seen, before, at, sequence, uses,
    coalesce(row.due >= before, row.evidence.positive) AS positive,
    CASE
      WHEN row.due IS NULL THEN row.evidence.weight
      WHEN row.due < before THEN row.due / before
      WHEN before < 1.0 THEN (row.due - before) / (1.0 - before)
      ELSE 0.0
    END AS weight
  WITH row, given, node, seen, before, at, sequence, uses, positive, weight,
    CASE
      WHEN row.due IS NOT NULL THEN row.due
      WHEN positive THEN before + weight * (1.0 - before)
      WHEN before * weight < $floor THEN $floor
      ELSE before * weight
    END AS after
  FOREACH (_ IN CASE WHEN seen IS NULL THEN [1] ELSE [] END |
    SET node.trust = after, node.updatedAt = at
    // An entry that changes nothing, such as a correction of a step that failed before, does not count as a try.
    FOREACH (try IN CASE WHEN row.due IS NULL AND (positive OR weight <> 1.0) THEN [coalesce(given.share, 1.0)] ELSE [] END |
      SET node.tried = coalesce(node.tried, 0.0) + try,
        node.succeeded = coalesce(node.succeeded, 0.0) + CASE WHEN positive THEN try ELSE 0.0 END)
    CREATE (node)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = given {.*, namespace: row.namespace, requestHash: row.requestHash, stepNum: toInteger(given.stepNum),
      at: at, appliedAt: at, state: 'APPLIED', positive: positive, weight: weight, trustBefore: before, trustAfter: after,
      sequence: sequence, uses: uses, policy: $policy, policyConstants: $policyConstants,
      title: replace(toLower(given.kind), '_', ' ') + CASE WHEN positive THEN ' +' ELSE ' −' END}
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

// evidence/record-factor: entries of ledgers whose trust is a moving average: an observation against a node multiplies its
// trust by a weight, not below a floor; one for it gives back a share of what is missing to 1. A RETRACTION is the opposite
// of entries that turned out to be wrong: with it the trust is again the fold of all that was not taken back.
// One answer a row whose node exists: CREATED, EXISTS (recorded before: the first answer), CONFLICT (the id was used for
// something else); none for an unknown node. Each row sees what the rows before it did.
//   $rows  n, namespace, ref, now, requestHash (tells equal requests from others; null: the id alone does), evidence
//          (properties of the new node: id, kind, positive, weight 0..1, …; of a RETRACTION `retracts`, ids of the entries of
//          this node that it takes back, instead of positive and weight)
//   $policy, $policyConstants  the policy's name and its constants as JSON, kept with each entry
//   $floor  lowest trust, 0..1
:params {policy: "factor", policyConstants: "{}", floor: 0.5, rows: [{n: 0, namespace: "default", ref: "item:open_files", now: datetime(), requestHash: "h", evidence: {id: "e1", kind: "STEP_FAILURE", positive: false, weight: 0.95, stepNum: 0, share: null, retracts: null}}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (node:Knowledge {namespace: row.namespace, ref: row.ref}) USING INDEX node:Knowledge(namespace, ref)
  REMOVE node.lock // takes the write lock first, so that what is read from here on is current
  WITH row, node
  OPTIONAL MATCH (seen:Evidence {namespace: row.namespace, id: row.evidence.id}) USING INDEX seen:Evidence(namespace, id)
  WITH row, node, seen, node.trust AS before,
    CASE WHEN node.updatedAt > row.now THEN node.updatedAt ELSE row.now END AS at, // replicas' clocks differ: never back
    COUNT { (node)-[:HAS_EVIDENCE]->() } AS sequence, COUNT { (node)<-[:DERIVED_FROM]-() } AS uses,
    COLLECT {
      UNWIND row.evidence.retracts AS id
      MATCH (wrong:Evidence {namespace: row.namespace, id: id})<-[:HAS_EVIDENCE]-(node)
      RETURN wrong
    } AS wrong,
    COLLECT {
      UNWIND CASE WHEN row.evidence.retracts IS NULL THEN [] ELSE [1] END AS once
      MATCH (node)-[:HAS_EVIDENCE]->(kept:Evidence)
      WHERE kept.retractedBy IS NULL AND kept.kind <> 'RETRACTION' AND NOT kept.id IN row.evidence.retracts
      RETURN kept {.positive, .weight, .sequence} AS entry ORDER BY entry.sequence
    } AS kept
  WITH row, node, seen, before, at, sequence, uses, wrong,
    CASE WHEN row.evidence.retracts IS NOT NULL THEN reduce(
      trust = node.initialTrust, entry IN kept |
      CASE
        WHEN entry.positive THEN trust + entry.weight * (1.0 - trust)
        WHEN trust * entry.weight < $floor THEN $floor
        ELSE trust * entry.weight
      END
    ) END AS due
  WITH row, node, seen, before, at, sequence, uses, wrong, coalesce(due >= before, row.evidence.positive) AS positive,
    CASE
      WHEN due IS NULL THEN row.evidence.weight
      WHEN due < before THEN due / before
      WHEN before < 1.0 THEN (due - before) / (1.0 - before)
      ELSE 0.0
    END AS weight
  // Of a RETRACTION, too, by the arithmetic of a replay, so that it gives the same bits.
  WITH row, row.evidence AS given, node, seen, before, at, sequence, uses, wrong, positive, weight,
    CASE
      WHEN positive THEN before + weight * (1.0 - before)
      WHEN before * weight < $floor THEN $floor
      ELSE before * weight
    END AS after
  FOREACH (_ IN CASE WHEN seen IS NULL THEN [1] ELSE [] END |
    SET node.trust = after, node.updatedAt = at,
      // What moves nothing, as a correction of a step that failed before, is no try of its own.
      node.tried = coalesce(node.tried, 0.0) + reduce(
        sum = CASE WHEN row.evidence.retracts IS NULL AND (positive OR weight <> 1.0) THEN coalesce(given.share, 1.0) ELSE 0.0 END, entry IN wrong |
        sum - CASE WHEN entry.retractedBy IS NULL AND (entry.positive OR entry.weight <> 1.0) THEN coalesce(entry.share, 1.0) ELSE 0.0 END),
      node.succeeded = coalesce(node.succeeded, 0.0) + reduce(
        sum = CASE WHEN row.evidence.retracts IS NULL AND positive THEN coalesce(given.share, 1.0) ELSE 0.0 END, entry IN wrong |
        sum - CASE WHEN entry.retractedBy IS NULL AND entry.positive THEN coalesce(entry.share, 1.0) ELSE 0.0 END)
    FOREACH (entry IN wrong | SET entry.retractedBy = row.evidence.id)
    CREATE (node)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = given {.*, namespace: row.namespace, requestHash: row.requestHash, stepNum: toInteger(given.stepNum),
      at: at, appliedAt: at, state: 'APPLIED', positive: positive, weight: weight, trustBefore: before, trustAfter: after,
      sequence: sequence, uses: uses, policy: $policy, policyConstants: $policyConstants}
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

// items/attach-learnings: learnings of many callers, each with its evidence and the item's loss of trust.
// One answer a row whose item exists: CREATED, EXISTS (reported before: the first answer), CONFLICT (its key was used
// for something else); none for an unknown item. Each row sees what the rows before it did.
//   $rows    n, namespace, itemId, now, human (kind is HUMAN_INTERRUPT), learning and evidence (properties of the new nodes;
//            the evidence's requestHash tells equal reports from others)
//   $factor  of the trust for each report, 0..1       $floor  lowest trust, 0..1
:params {factor: 0.95, floor: 0.5, rows: [{n: 0, namespace: "default", itemId: "open_files", now: datetime(), human: false, learning: {namespace: "default", id: "l1", stepNum: 0}, evidence: {namespace: "default", id: "e1", requestHash: "h"}}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (item:KnowledgeItem {namespace: row.namespace, id: row.itemId})
  REMOVE item.lock // takes the write lock first, so that what is read from here on is current
  WITH item, row
  OPTIONAL MATCH (seen:Evidence {namespace: row.namespace, id: row.evidence.id})
  WITH item, row, seen, item.trust AS before,
    CASE WHEN item.trust * $factor < $floor THEN $floor ELSE item.trust * $factor END AS after,
    CASE WHEN item.updatedAt > row.now THEN item.updatedAt ELSE row.now END AS at, // replicas' clocks differ: never back
    COUNT { (item)-[:HAS_EVIDENCE]->() } AS sequence
  FOREACH (_ IN CASE WHEN seen IS NULL THEN [1] ELSE [] END |
    SET item.trust = after, item.updatedAt = at
    CREATE (item)-[:HAS_LEARNING]->(learning:Learning)
    SET learning = row.learning, learning.stepNum = toInteger(row.learning.stepNum),
      learning.createdAt = at, learning.ordinal = sequence
    FOREACH (_ IN CASE WHEN row.human THEN [1] ELSE [] END | SET learning:HumanInterrupt)
    FOREACH (_ IN CASE WHEN row.human THEN [] ELSE [1] END | SET learning:SelfExploration)
    CREATE (item)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = row.evidence, evidence.at = at, evidence.appliedAt = at, evidence.state = 'APPLIED',
      evidence.trustBefore = before, evidence.trustAfter = after, evidence.weight = $factor,
      evidence.positive = false, evidence.sequence = sequence
  )
  RETURN
    CASE
      WHEN seen IS NULL THEN 'CREATED'
      WHEN seen.requestHash = row.evidence.requestHash THEN 'EXISTS'
      ELSE 'CONFLICT'
    END AS outcome,
    coalesce(seen.learningId, row.learning.id) AS learningId,
    coalesce(seen.trustBefore, before) AS trustBefore,
    coalesce(seen.trustAfter, after) AS trustAfter
}
RETURN row.n AS n, outcome, learningId, trustBefore, trustAfter

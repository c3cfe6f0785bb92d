// planning/attribute-steps: persons say which items steps came from. What a step taught is attached to its item then: a
// learning for its failure, one for its correction, and one factor of trust in all. One answer a row:
//   RECORDED; REPEATED (it is that item's already); CONFLICT (it is another's); CHANGED (it was reported meanwhile: read
//   it again); no row when the step or the item does not exist.
// Each row sees what the rows before it did. Locks are taken in one order: item, step.
//   $rows  n, namespace, planId, stepNum, itemId, now, reportHash and correctionHash (of the step as it was read),
//          lessons {learning (properties of the new node), human (it is a HUMAN_INTERRUPT), evidence (of the new node)};
//          the first one carries the factor
//   $factor  of the trust, 0..1       $floor  lowest trust, 0..1
:params {factor: 0.95, floor: 0.5, rows: [{n: 0, namespace: "default", planId: "p1", stepNum: 0, itemId: "open_files", now: datetime(), reportHash: null, correctionHash: null, lessons: [{human: false, learning: {namespace: "default", id: "l1"}, evidence: {namespace: "default", id: "e1"}}]}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (item:KnowledgeItem {namespace: row.namespace, id: row.itemId})
  SET item.lock = true
  WITH row, item
  MATCH (step:Step {namespace: row.namespace, planId: row.planId, num: toInteger(row.stepNum)})
  SET step.lock = true
  WITH row, item, step,
    CASE
      WHEN EXISTS { (step)-[:DERIVED_FROM]->(item) } THEN 'REPEATED'
      WHEN EXISTS { (step)-[:DERIVED_FROM]->(:KnowledgeItem) } THEN 'CONFLICT'
      WHEN coalesce(step.reportHash, '') <> coalesce(row.reportHash, '')
        OR coalesce(step.correctionHash, '') <> coalesce(row.correctionHash, '') THEN 'CHANGED'
      ELSE 'RECORDED'
    END AS answer,
    item.trust AS before, COUNT { (item)-[:HAS_EVIDENCE]->() } AS evidences,
    CASE WHEN item.trust * $factor < $floor THEN $floor ELSE item.trust * $factor END AS after,
    CASE WHEN item.updatedAt > row.now THEN item.updatedAt ELSE row.now END AS at
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' THEN [1] ELSE [] END |
    CREATE (step)-[:DERIVED_FROM {attribution: 'INFERRED', byPerson: true}]->(item)
    SET step.attribution = 'INFERRED'
  )
  FOREACH (index IN CASE WHEN answer = 'RECORDED' THEN range(0, size(row.lessons) - 1) ELSE [] END |
    SET item.trust = after, item.updatedAt = at
    CREATE (item)-[:HAS_LEARNING]->(learning:Learning)
    SET learning = row.lessons[index].learning, learning.createdAt = at, learning.ordinal = evidences + index
    FOREACH (_ IN CASE WHEN row.lessons[index].human THEN [1] ELSE [] END | SET learning:HumanInterrupt)
    FOREACH (_ IN CASE WHEN row.lessons[index].human THEN [] ELSE [1] END | SET learning:SelfExploration)
    CREATE (step)-[:TAUGHT]->(learning)
    CREATE (item)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = row.lessons[index].evidence, evidence.at = at, evidence.appliedAt = at, evidence.state = 'APPLIED',
      evidence.trustBefore = CASE index WHEN 0 THEN before ELSE after END, evidence.trustAfter = after,
      evidence.weight = CASE index WHEN 0 THEN $factor ELSE 1.0 END,
      evidence.positive = false, evidence.sequence = evidences + index
  )
  RETURN answer
}
RETURN row.n AS n, answer

// planning/report-steps: outcomes of steps. A failure or correction of a step that came from an item attaches the
// learning, keeps the evidence and lowers the item's trust, once a step: a correction after a failure adds its learning,
// with a factor of 1. A success gives trust back where the policy counts it. A learning that the step follows is verified
// from then on where such steps succeeded more often than not (a human correction starts with one success), unless a
// person said what it is. One answer a row:
//   RECORDED; REPEATED (the same report came before: the first answer); CONFLICT (another one did);
//   MOVED (the step's item is not row.itemId any more: read it again); no row for an unknown step.
// Each row sees what the rows before it did. Locks are taken in one order: item, step, learnings it follows.
//   $rows  n, namespace, planId, stepNum, itemId (of the step, or null), now, outcome, reportHash, report (properties to
//          set on the step), followedLearning (or null), human (the learning is a HUMAN_INTERRUPT),
//          learning (properties of the new node; null where the report makes none) and evidence (of the new node)
//   $factor  of the trust for the first failure or correction of a step, 0..1       $floor  lowest trust, 0..1
//   $recovery  successes that count: 'none', 'verified' (the step followed a verified learning of its item), 'all'
//   $share  of what is missing to 1 that such a success gives back, 0..1
:params {factor: 0.95, floor: 0.5, recovery: "all", share: 0.05, rows: [{n: 0, namespace: "default", planId: "p1", stepNum: 0, itemId: "open_files", now: datetime(), outcome: "FAILURE", reportHash: "h", report: {error: "no such menu"}, followedLearning: null, human: false, learning: {namespace: "default", id: "l1"}, evidence: {namespace: "default", id: "e1"}}]};
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (item:KnowledgeItem {namespace: row.namespace, id: row.itemId})
  REMOVE item.lock
  WITH row, item
  MATCH (step:Step {namespace: row.namespace, planId: row.planId, num: toInteger(row.stepNum)})
  REMOVE step.lock
  WITH row, item, step,
    step.outcome = 'FAILURE' AND row.outcome = 'CORRECTED' AS afterFailure,
    CASE
      WHEN row.reportHash IN [step.reportHash, step.correctionHash] THEN 'REPEATED'
      WHEN EXISTS { MATCH (step)-[:DERIVED_FROM]->(other:KnowledgeItem) WHERE item IS NULL OR other <> item } THEN 'MOVED'
      WHEN step.outcome = 'PENDING' THEN 'RECORDED'
      WHEN step.outcome = 'SKIPPED' AND step.reportHash IS NULL THEN 'RECORDED' // by a recovery, not by a report
      WHEN step.outcome = 'FAILURE' AND row.outcome = 'CORRECTED' THEN 'RECORDED'
      ELSE 'CONFLICT'
    END AS answer
  CALL (row, step, answer) {
    WITH row, step, answer WHERE answer = 'RECORDED'
    MATCH (learning:Learning {namespace: row.namespace, id: row.followedLearning})
    MERGE (step)-[:FOLLOWS]->(learning)
  }
  CALL (step, answer) {
    WITH step, answer WHERE answer = 'RECORDED'
    MATCH (step)-[:FOLLOWS]->(learning:Learning)
    WITH learning ORDER BY learning.id
    REMOVE learning.lock
  }
  OPTIONAL MATCH (seen:Evidence {namespace: row.namespace, id: row.evidence.id})
  WITH row, item, step, seen, answer, afterFailure,
    answer = 'RECORDED' AND row.learning IS NOT NULL AND item IS NOT NULL AND seen IS NULL AS teaches,
    answer = 'RECORDED' AND row.outcome = 'SUCCESS' AND item IS NOT NULL AND seen IS NULL
      AND ($recovery = 'all' OR ($recovery = 'verified' AND EXISTS {
        MATCH (step)-[:FOLLOWS]->(learning:Learning)<-[:HAS_LEARNING]-(item) WHERE learning.verified
      })) AS recovers,
    CASE WHEN afterFailure THEN 1.0 ELSE $factor END AS factor,
    item.trust AS before, COUNT { (item)-[:HAS_EVIDENCE]->() } AS sequence,
    CASE WHEN item.updatedAt > row.now THEN item.updatedAt ELSE row.now END AS at // replicas' clocks differ: never back
  WITH row, item, step, seen, answer, afterFailure, teaches, recovers, factor, before, sequence, at, step.outcome AS known,
    CASE
      WHEN recovers THEN before + $share * (1.0 - before)
      WHEN before * factor < $floor THEN $floor
      ELSE before * factor
    END AS after
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' THEN [1] ELSE [] END |
    SET step += row.report, step.outcome = row.outcome, step.reportedAt = coalesce(step.reportedAt, row.now)
  )
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' AND afterFailure THEN [1] ELSE [] END | SET step.correctionHash = row.reportHash)
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' AND NOT afterFailure THEN [1] ELSE [] END | SET step.reportHash = row.reportHash)
  FOREACH (_ IN CASE WHEN teaches THEN [1] ELSE [] END |
    CREATE (item)-[:HAS_LEARNING]->(learning:Learning)
    SET learning = row.learning, learning.createdAt = at, learning.ordinal = sequence
    FOREACH (_ IN CASE WHEN row.human THEN [1] ELSE [] END | SET learning:HumanInterrupt)
    FOREACH (_ IN CASE WHEN row.human THEN [] ELSE [1] END | SET learning:SelfExploration)
    CREATE (step)-[:TAUGHT]->(learning)
  )
  FOREACH (_ IN CASE WHEN teaches OR recovers THEN [1] ELSE [] END |
    SET item.trust = after, item.updatedAt = at
    CREATE (item)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = row.evidence, evidence.at = at, evidence.appliedAt = at, evidence.state = 'APPLIED',
      evidence.trustBefore = before, evidence.trustAfter = after, evidence.positive = recovers,
      evidence.weight = CASE WHEN recovers THEN $share ELSE factor END, evidence.sequence = sequence
  )
  WITH *
  CALL (step, answer) {
    WITH step, answer WHERE answer = 'RECORDED'
    MATCH (step)-[:FOLLOWS]->(learning:Learning)
    WITH learning,
      COUNT { MATCH (learning)<-[:FOLLOWS]-(good:Step) WHERE good.outcome = 'SUCCESS' }
        + CASE WHEN learning:HumanInterrupt THEN 1 ELSE 0 END AS successes,
      COUNT { MATCH (learning)<-[:FOLLOWS]-(bad:Step) WHERE bad.outcome IN ['FAILURE', 'CORRECTED'] } AS others
    SET learning.verified = coalesce(learning.verifiedByPerson, successes > others)
  }
  RETURN answer, known,
    CASE WHEN teaches THEN row.learning.id ELSE seen.learningId END AS learningId,
    CASE WHEN teaches OR recovers THEN after ELSE seen.trustAfter END AS trustAfter
}
RETURN row.n AS n, answer, known, learningId, trustAfter

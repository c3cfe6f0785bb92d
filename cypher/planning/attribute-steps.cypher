// planning/attribute-steps: persons say which items steps came from. What a step taught is attached to its item then: a
// learning for its failure, one for its correction, and one factor of trust in all. Where the service had inferred another
// item, that one gives its learnings of the step up to this one, and what they did to its trust is taken back: by an
// opposite observation, with which its trust is again the fold of all that was not taken back. One answer a row:
//   RECORDED; REPEATED (it is that item's already); CONFLICT (the plan or a person named another); CHANGED (it was
//   reported, attributed or completed meanwhile: read it again); no row when the step or the item does not exist.
// Each row sees what the rows before it did. Locks are taken in one order: items, by id, then steps.
//   $rows  n, namespace, planId, stepNum, itemId, now, reportHash and correctionHash (of the step as it was read),
//          movedFrom (the item that was inferred; null for none), observed (ids of what may have been observed of it by
//          this step), retraction (properties of the opposite observation),
//          lessons {learning (its properties), moved (it is a learning of movedFrom already), human (it is a
//          HUMAN_INTERRUPT), evidence (of the new node)}; the first one carries the factor
//   $factor  of the trust, 0..1       $floor  lowest trust, 0..1
:params {factor: 0.95, floor: 0.5, rows: [{n: 0, namespace: "default", planId: "p1", stepNum: 0, itemId: "open_files", now: datetime(), reportHash: null, correctionHash: null, movedFrom: null, observed: ["e0"], retraction: {namespace: "default", id: "r1"}, lessons: [{human: false, moved: false, learning: {namespace: "default", id: "l1", recoveryApproach: null, contentHash: "h"}, evidence: {namespace: "default", id: "e1"}}]}]};
CALL () {
  // All items of all rows first: a row may lock two, and another row the same two.
  UNWIND $rows AS row
  UNWIND [row.itemId, row.movedFrom] AS id
  WITH DISTINCT row.namespace AS namespace, id
  ORDER BY namespace, id
  MATCH (item:KnowledgeItem {namespace: namespace, id: id})
  REMOVE item.lock
}
UNWIND $rows AS row
CALL (row) {
  MATCH (item:KnowledgeItem {namespace: row.namespace, id: row.itemId})
  MATCH (step:Step {namespace: row.namespace, planId: row.planId, num: toInteger(row.stepNum)})
  REMOVE step.lock
  WITH row, item, step
  OPTIONAL MATCH (step)-[known:DERIVED_FROM]->(other:KnowledgeItem)
  WITH row, item, step, known, other,
    CASE
      WHEN other = item THEN 'REPEATED'
      WHEN known.byPerson OR known.attribution <> 'INFERRED' THEN 'CONFLICT'
      WHEN coalesce(other.id, '') <> coalesce(row.movedFrom, '') THEN 'CHANGED'
      WHEN coalesce(step.reportHash, '') <> coalesce(row.reportHash, '')
        OR coalesce(step.correctionHash, '') <> coalesce(row.correctionHash, '') THEN 'CHANGED'
      WHEN size([lesson IN row.lessons WHERE lesson.moved]) <> COUNT {
        MATCH (step)-[:TAUGHT]->(learning:Learning)<-[:HAS_LEARNING]-(other)
        WHERE any(lesson IN row.lessons WHERE lesson.moved AND lesson.learning.id = learning.id
          AND coalesce(lesson.learning.recoveryApproach, '') = coalesce(learning.recoveryApproach, ''))
      } THEN 'CHANGED'
      ELSE 'RECORDED'
    END AS answer,
    item.trust AS before, COUNT { (item)-[:HAS_EVIDENCE]->() } AS evidences,
    CASE WHEN item.trust * $factor < $floor THEN $floor ELSE item.trust * $factor END AS after,
    CASE WHEN item.updatedAt > row.now THEN item.updatedAt ELSE row.now END AS at
  CALL (row, other, answer) {
    WITH row, other, answer WHERE answer = 'RECORDED' AND other IS NOT NULL
    WITH row, other, other.trust AS held,
      COLLECT { MATCH (other)-[:HAS_EVIDENCE]->(e:Evidence) WHERE e.id IN row.observed RETURN e } AS wrong,
      reduce(
        trust = other.initialTrust,
        e IN COLLECT {
          MATCH (other)-[:HAS_EVIDENCE]->(e:Evidence)
          WHERE e.retractedBy IS NULL AND e.kind <> 'RETRACTION' AND NOT e.id IN row.observed
          RETURN e ORDER BY e.sequence
        } |
        CASE
          WHEN e.positive THEN trust + e.weight * (1.0 - trust)
          WHEN trust * e.weight < $floor THEN $floor
          ELSE trust * e.weight
        END
      ) AS due
    WITH row, other, held, wrong, due >= held AS gives,
      CASE
        WHEN due < held THEN due / held
        WHEN held < 1.0 THEN (due - held) / (1.0 - held)
        ELSE 0.0
      END AS weight,
      COUNT { (other)-[:HAS_EVIDENCE]->() } AS sequence,
      CASE WHEN other.updatedAt > row.now THEN other.updatedAt ELSE row.now END AS retractedAt
    WHERE wrong <> []
    // By the same arithmetic as a replay, so that it gives the same bits.
    SET other.updatedAt = retractedAt, other.trust = CASE
      WHEN gives THEN held + weight * (1.0 - held)
      WHEN held * weight < $floor THEN $floor
      ELSE held * weight
    END
    FOREACH (e IN wrong | SET e.retractedBy = row.retraction.id)
    CREATE (other)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = row.retraction, evidence.at = retractedAt, evidence.appliedAt = retractedAt, evidence.state = 'APPLIED',
      evidence.trustBefore = held, evidence.trustAfter = other.trust, evidence.positive = gives,
      evidence.weight = weight, evidence.sequence = sequence
  }
  CALL (row, item, step, other, answer) {
    WITH row, item, step, other, answer WHERE answer = 'RECORDED'
    UNWIND [lesson IN row.lessons WHERE lesson.moved] AS lesson
    MATCH (step)-[:TAUGHT]->(learning:Learning {namespace: row.namespace, id: lesson.learning.id})<-[had:HAS_LEARNING]-(other)
    DELETE had
    CREATE (item)-[:HAS_LEARNING]->(learning)
    SET learning.contentHash = lesson.learning.contentHash
  }
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' THEN [1] ELSE [] END |
    DELETE known
    CREATE (step)-[:DERIVED_FROM {attribution: 'INFERRED', byPerson: true, movedFrom: other.id}]->(item)
    SET step.attribution = 'INFERRED'
  )
  FOREACH (index IN CASE WHEN answer = 'RECORDED' THEN range(0, size(row.lessons) - 1) ELSE [] END |
    SET item.trust = after, item.updatedAt = at
    FOREACH (_ IN CASE WHEN row.lessons[index].moved THEN [] ELSE [1] END |
      CREATE (item)-[:HAS_LEARNING]->(learning:Learning)
      SET learning = row.lessons[index].learning, learning.createdAt = at, learning.ordinal = evidences + index
      FOREACH (_ IN CASE WHEN row.lessons[index].human THEN [1] ELSE [] END | SET learning:HumanInterrupt)
      FOREACH (_ IN CASE WHEN row.lessons[index].human THEN [] ELSE [1] END | SET learning:SelfExploration)
      CREATE (step)-[:TAUGHT]->(learning)
    )
    CREATE (item)-[:HAS_EVIDENCE]->(evidence:Evidence)
    SET evidence = row.lessons[index].evidence, evidence.at = at, evidence.appliedAt = at, evidence.state = 'APPLIED',
      evidence.trustBefore = CASE index WHEN 0 THEN before ELSE after END, evidence.trustAfter = after,
      evidence.weight = CASE index WHEN 0 THEN $factor ELSE 1.0 END,
      evidence.positive = false, evidence.sequence = evidences + index
  )
  RETURN answer
}
RETURN row.n AS n, answer

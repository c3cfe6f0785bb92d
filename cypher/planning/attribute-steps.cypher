// planning/attribute-steps: record persons' decisions about the items that steps came from. A step's learnings are
// attached to the new item: one for its failure, one for its correction, with one loss of trust in total. If the step
// was
// attributed to another item before, that item gives up these learnings, and their effect on its trust is reverted. The
// ledger entries, including retractions, and the learnings are written after this statement, in its transaction. One
// answer per row:
//   RECORDED; REPEATED (the step already belongs to this item); CONFLICT (the plan named another item, and force is
//   false); CHANGED (the step was reported, withdrawn, attributed or completed meanwhile: read it again); no row when
//   the step or the item does not exist.
// retracts: the entries of movedFrom that have to be retracted. was: how the step was attributed before, with the names (hashes)
// that decided it.
// Each row sees the changes of the rows before it and does not depend on the later writes: a step attributed earlier in
// the batch is REPEATED or CONFLICT, and evidence of a step belongs to that step only.
// Locks are taken in one order: items, by id, then steps.
//   $rows  n, namespace, planId, stepNum, itemId, reportHash and correctionHash (of the step as it was read), movedFrom
//          (the previous item; null for none), force (whether to replace an item that the plan named), prefix (of the
//          ids of the step's evidence), revision (as it was read), nextRevision (the new one), moved (learnings of
//          movedFrom that move: id, recoveryApproach as it was read, their new contentHash)
:params {rows: [{n: 0, namespace: "default", planId: "p1", stepNum: 0, itemId: "open_files", reportHash: null, correctionHash: null, movedFrom: null, force: false, prefix: "report-step:p1:0", revision: 0, nextRevision: 0, moved: [{id: "l1", recoveryApproach: null, contentHash: "h"}]}]};
CALL () {
  // Locks all items of all rows first: a row may lock two items, and another row the same two in the other order.
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
      WHEN known.attribution = 'STATED' AND NOT row.force THEN 'CONFLICT'
      WHEN coalesce(other.id, '') <> coalesce(row.movedFrom, '') THEN 'CHANGED'
      WHEN coalesce(step.reportHash, '') <> coalesce(row.reportHash, '')
        OR coalesce(step.correctionHash, '') <> coalesce(row.correctionHash, '')
        OR coalesce(step.revision, 0) <> row.revision THEN 'CHANGED'
      WHEN size(row.moved) <> COUNT {
        MATCH (step)-[:TAUGHT]->(learning:Learning)<-[:HAS_LEARNING]-(other)
        WHERE any(given IN row.moved WHERE given.id = learning.id
          AND coalesce(given.recoveryApproach, '') = coalesce(learning.recoveryApproach, ''))
      } THEN 'CHANGED'
      ELSE 'RECORDED'
    END AS answer,
    {
      itemId: other.id, attribution: known.attribution, byPerson: known.byPerson, movedFrom: known.movedFrom,
      ofStep: step.attribution, review: step.review,
      names: COLLECT { MATCH (step)-[:DECIDED_BY]->(name) RETURN name.hash ORDER BY name.hash }
    } AS was
  CALL (row, item, step, other, answer) {
    WITH row, item, step, other, answer WHERE answer = 'RECORDED'
    UNWIND row.moved AS given
    MATCH (step)-[:TAUGHT]->(learning:Learning {namespace: row.namespace, id: given.id})<-[had:HAS_LEARNING]-(other)
    DELETE had
    CREATE (item)-[:HAS_LEARNING]->(learning)
    SET learning.contentHash = given.contentHash
  }
  WITH *, COLLECT { MATCH (step)-[decided:DECIDED_BY]->() RETURN decided } AS decisions
  // A person has reviewed the attribution, so the names it was inferred by no longer matter.
  FOREACH (_ IN CASE WHEN answer IN ['RECORDED', 'REPEATED'] THEN [1] ELSE [] END |
    REMOVE step.review
    FOREACH (decided IN decisions | DELETE decided)
  )
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' THEN [1] ELSE [] END |
    REMOVE step.decidedBy
    DELETE known
    CREATE (step)-[:DERIVED_FROM {attribution: 'INFERRED', byPerson: true, movedFrom: other.id}]->(item)
    SET step.attribution = 'INFERRED',
      step.revision = CASE WHEN row.nextRevision = 0 THEN step.revision ELSE toInteger(row.nextRevision) END
  )
  WITH *
  WITH item, step, other, answer, was,
    COLLECT {
      MATCH (wrong:Evidence) USING INDEX SEEK wrong:Evidence(namespace, id)
      WHERE wrong.namespace = row.namespace AND wrong.id STARTS WITH row.prefix
        AND wrong.planId = row.planId AND wrong.stepNum = toInteger(row.stepNum)
        AND wrong.retractedBy IS NULL AND wrong.kind <> 'RETRACTION' AND EXISTS { (other)-[:HAS_EVIDENCE]->(wrong) }
      RETURN wrong.id ORDER BY wrong.id
    } AS retracts
  // A success without a ledger entry is counted only on the item, so its count moves with the step.
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' AND step.outcome = 'SUCCESS' AND NOT step.carried AND NOT 'SUCCESS' IN coalesce(step.withdrawn, []) THEN [1] ELSE [] END |
    SET item.tried = coalesce(item.tried, 0.0) + 1, item.succeeded = coalesce(item.succeeded, 0.0) + 1
    FOREACH (left IN CASE WHEN other IS NULL OR retracts <> [] THEN [] ELSE [other] END |
      SET left.tried = coalesce(left.tried, 1.0) - 1, left.succeeded = coalesce(left.succeeded, 1.0) - 1))
  RETURN answer, retracts, was
}
RETURN row.n AS n, answer, retracts, was

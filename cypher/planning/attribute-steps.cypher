// planning/attribute-steps: persons say which items steps came from. What a step taught is attached to its item then: a
// learning for its failure, one for its correction, and one factor of trust in all. Where it was attributed to another item,
// that one gives its learnings of the step up to this one, and what they did to its trust is taken back. Entries of
// the ledger, those that take back included, and learnings are written behind this, in its transaction. One answer a row:
//   RECORDED; REPEATED (it is that item's already); CONFLICT (the plan named another, and $rows says no force); CHANGED (it
//   was reported, withdrawn, attributed or completed meanwhile: read it again); no row when the step or the item does not
//   exist.
// retracts: the entries of movedFrom that are to be taken back.
// Each row sees what the rows before it did here, and needs nothing of what is written behind: a step that is attributed once
// is REPEATED or CONFLICT, and what was observed of a step is observed of no other.
// Locks are taken in one order: items, by id, then steps.
//   $rows  n, namespace, planId, stepNum, itemId, reportHash and correctionHash (of the step as it was read), movedFrom (the
//          item that it was attributed to; null for none), force (whether what the plan named is replaced), prefix (that
//          ids of what was observed of the step begin with), revision (as it was read), nextRevision (from then on),
//          moved (learnings of movedFrom that move: id, recoveryApproach as it was read, contentHash that they get)
:params {rows: [{n: 0, namespace: "default", planId: "p1", stepNum: 0, itemId: "open_files", reportHash: null, correctionHash: null, movedFrom: null, force: false, prefix: "report-step:p1:0", revision: 0, nextRevision: 0, moved: [{id: "l1", recoveryApproach: null, contentHash: "h"}]}]};
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
    END AS answer
  CALL (row, item, step, other, answer) {
    WITH row, item, step, other, answer WHERE answer = 'RECORDED'
    UNWIND row.moved AS given
    MATCH (step)-[:TAUGHT]->(learning:Learning {namespace: row.namespace, id: given.id})<-[had:HAS_LEARNING]-(other)
    DELETE had
    CREATE (item)-[:HAS_LEARNING]->(learning)
    SET learning.contentHash = given.contentHash
  }
  WITH *, COLLECT { MATCH (step)-[decided:DECIDED_BY]->() RETURN decided } AS decisions
  // A person has looked at it: what it was inferred by is of no account any more.
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
  WITH item, step, other, answer,
    COLLECT {
      MATCH (wrong:Evidence) USING INDEX SEEK wrong:Evidence(namespace, id)
      WHERE wrong.namespace = row.namespace AND wrong.id STARTS WITH row.prefix
        AND wrong.planId = row.planId AND wrong.stepNum = toInteger(row.stepNum)
        AND wrong.retractedBy IS NULL AND wrong.kind <> 'RETRACTION' AND EXISTS { (other)-[:HAS_EVIDENCE]->(wrong) }
      RETURN wrong.id ORDER BY wrong.id
    } AS retracts
  // A success that is no entry is counted with the item alone, and goes with the step.
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' AND step.outcome = 'SUCCESS' AND NOT step.carried AND NOT 'SUCCESS' IN coalesce(step.withdrawn, []) THEN [1] ELSE [] END |
    SET item.tried = coalesce(item.tried, 0.0) + 1, item.succeeded = coalesce(item.succeeded, 0.0) + 1
    FOREACH (left IN CASE WHEN other IS NULL OR retracts <> [] THEN [] ELSE [other] END |
      SET left.tried = coalesce(left.tried, 1.0) - 1, left.succeeded = coalesce(left.succeeded, 1.0) - 1))
  RETURN answer, retracts
}
RETURN row.n AS n, answer, retracts

// planning/save-plans: save plans with their steps, the items retrieved for them and the learnings shown.
// One answer per row: CREATED, EXISTS (already saved under its key: the first answer), CONFLICT (its key was used for
// another request), NO_PLAN (the plan to recover does not exist), RECOVERED (another plan already recovers that plan).
// A recovery starts with copies of the steps that succeeded; pending steps of the recovered plan become SKIPPED, and
// learnings without a recovery approach get this one's. Each row sees the changes of the rows before it.
//   $rows  n, namespace, now, key, recovers (id or null), plan (properties of the new node), lockIds (every item below),
//          retrieved {itemId, rank, relevance, trust}, shown (ids of learnings),
//          steps {step (properties), itemId, attribution, decidedBy (hashes of names), followsLearning,
//          candidates {itemId, score}}, numbered by `num`,
//          recoveryApproach (or null), completed {learningId, recoveryApproach, contentHash}
:params {rows: [{n: 0, namespace: "default", now: datetime(), key: "k1", recovers: null, plan: {namespace: "default", id: "p1", idempotencyKey: "k1", requestHash: "h", task: "open a log"}, lockIds: ["open_files"], retrieved: [{itemId: "open_files", rank: 1, relevance: 1.0, trust: 1.0}], shown: [], steps: [{step: {num: 0, outcome: "PENDING", toolName: "Click-Tool"}, itemId: "open_files", attribution: "STATED", decidedBy: [], followsLearning: null, candidates: []}], recoveryApproach: null, completed: []}]};
CALL () {
  // Locks all items of all rows first, in one order: creating edges locks them anyway, and this prevents deadlocks.
  UNWIND $rows AS row
  UNWIND row.lockIds AS id
  WITH DISTINCT row.namespace AS namespace, id
  ORDER BY namespace, id
  MATCH (item:KnowledgeItem {namespace: namespace, id: id})
  REMOVE item.lock
}
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (old:Plan {namespace: row.namespace, id: row.recovers})
  REMOVE old.lock
  WITH row, old
  OPTIONAL MATCH (seen:Plan {namespace: row.namespace, idempotencyKey: row.key})
  WITH row, old, seen,
    CASE
      WHEN seen.requestHash = row.plan.requestHash THEN 'EXISTS'
      WHEN seen IS NOT NULL THEN 'CONFLICT'
      WHEN row.recovers IS NULL THEN 'CREATED'
      WHEN old IS NULL THEN 'NO_PLAN'
      WHEN EXISTS { (old)<-[:RECOVERS]-(:Plan) } THEN 'RECOVERED'
      ELSE 'CREATED'
    END AS outcome
  CALL (row, old, outcome) {
    WITH row, old, outcome WHERE outcome = 'CREATED'
    CREATE (plan:Plan)
    SET plan = row.plan, plan.number = coalesce(old.number + 1, 0), plan.title = left(row.plan.task, 80)
    FOREACH (one IN CASE WHEN old IS NULL THEN [] ELSE [old] END | CREATE (plan)-[:RECOVERS]->(one))
    WITH row, old, plan
    CALL (row, old, plan) {
      MATCH (old)-[:HAS_STEP]->(step:Step)
      WITH row, plan, step ORDER BY step.num
      REMOVE step.lock
      WITH row, plan, step
      FOREACH (_ IN CASE WHEN step.outcome = 'PENDING' THEN [1] ELSE [] END | SET step.outcome = 'SKIPPED')
      FOREACH (_ IN CASE WHEN step.outcome = 'FAILURE' AND step.recoveryApproach IS NULL THEN [1] ELSE [] END |
        SET step.recoveryApproach = row.recoveryApproach)
      WITH plan, step WHERE step.outcome = 'SUCCESS'
      WITH plan, collect(step) AS done
      UNWIND range(0, size(done) - 1) AS num
      WITH plan, num, done[num] AS original
      CREATE (plan)-[:HAS_STEP]->(copy:Step)
      SET copy = original {.*, planId: plan.id, num: num, carried: true, review: null, title: toString(num) + ' ' + original.toolName}
      WITH original, copy
      OPTIONAL MATCH (original)-[derived:DERIVED_FROM]->(item:KnowledgeItem)
      FOREACH (one IN CASE WHEN item IS NULL THEN [] ELSE [item] END |
        CREATE (copy)-[again:DERIVED_FROM]->(one) SET again = properties(derived))
      RETURN count(copy) AS carried
    }
    CALL (row, plan) {
      UNWIND row.retrieved AS given
      MATCH (item:KnowledgeItem {namespace: row.namespace, id: given.itemId})
      CREATE (plan)-[:RETRIEVED {rank: toInteger(given.rank), relevance: given.relevance, trust: given.trust}]->(item)
    }
    CALL (row, plan) {
      UNWIND row.shown AS id
      MATCH (learning:Learning {namespace: row.namespace, id: id})
      CREATE (plan)-[:SHOWED]->(learning)
    }
    CALL (row, plan, carried) {
      UNWIND row.steps AS given
      WITH row, plan, carried, given, given.step AS action
      CREATE (plan)-[:HAS_STEP]->(step:Step)
      // All properties are set at once: even temporarily, the key must not equal that of another step.
      SET step = action {.*, namespace: row.namespace, planId: plan.id, num: carried + toInteger(action.num), carried: false,
        title: toString(carried + toInteger(action.num)) + ' ' + action.toolName}
      WITH row, given, step
      CALL (row, given, step) {
        MATCH (item:KnowledgeItem {namespace: row.namespace, id: given.itemId})
        CREATE (step)-[:DERIVED_FROM {attribution: given.attribution}]->(item)
      }
      CALL (row, given, step) {
        UNWIND given.decidedBy AS hash
        MATCH (item:KnowledgeItem {namespace: row.namespace, id: given.itemId})-[:GOES_BY]->(name:ItemName)
        USING INDEX SEEK item:KnowledgeItem(namespace, id)
        WHERE name.hash = hash
        REMOVE name.lock
        CREATE (step)-[:DECIDED_BY]->(name)
        WITH step, name
        WHERE COUNT { (name)<-[:GOES_BY]-() } > 1 // another item has taken the name since it was looked up
        SET step.review = step.planId + ' ' + right('00000' + toString(step.num), 6)
      }
      CALL (row, given, step) {
        MATCH (learning:Learning {namespace: row.namespace, id: given.followsLearning})
        CREATE (step)-[:FOLLOWS]->(learning)
      }
      CALL (row, given, step) {
        UNWIND given.candidates AS candidate
        MATCH (item:KnowledgeItem {namespace: row.namespace, id: candidate.itemId})
        CREATE (step)-[:MAY_DERIVE_FROM {score: candidate.score}]->(item)
      }
    }
    CALL (row) {
      UNWIND row.completed AS given
      MATCH (learning:Learning {namespace: row.namespace, id: given.learningId})
      REMOVE learning.lock
      WITH learning, given WHERE learning.recoveryApproach IS NULL
      SET learning.recoveryApproach = given.recoveryApproach, learning.contentHash = given.contentHash
    }
  }
  RETURN outcome, CASE outcome WHEN 'EXISTS' THEN seen.id ELSE row.plan.id END AS planId
}
RETURN row.n AS n, outcome, planId

// outcomes/compare-steps: outcomes of an item's reported steps whose plan's prompt showed the item, or one of its
// learnings, and of those of other plans; also outcomes before and after a moment. Steps carried over to a recovery
// count only in their first plan; the step that taught the learning is not counted, since it failed by definition. One
// row; none when the item does not exist.
//   $ref    of the item             $learningId  of the learning; null: the item itself
//   $since  beginning of "after"    $limit       maximum number of steps to look at, newest first
// truncated: the item has more steps. Then only the newest steps of the namespace are read, so that frequently used
// items cost no more.
:params {namespace: "default", ref: "item:open_files", learningId: null, since: datetime("2026-01-01"), limit: 10000};
MATCH (item:Knowledge {namespace: $namespace, ref: $ref}) USING INDEX SEEK item:Knowledge(namespace, ref)
OPTIONAL MATCH (learning:Learning {namespace: $namespace, id: $learningId})
WITH item, learning, COUNT { (item)<-[:DERIVED_FROM]-() } > $limit AS truncated
CALL (item, learning, truncated) {
  CALL (item, truncated) {
    UNWIND CASE WHEN truncated THEN [] ELSE [1] END AS once
    MATCH (item)<-[:DERIVED_FROM]-(step:Step)
    RETURN step
   UNION ALL
    UNWIND CASE WHEN truncated THEN [1] ELSE [] END AS once
    CALL () {
      UNWIND ['SUCCESS', 'FAILURE', 'CORRECTED'] AS outcome
      CALL (outcome) {
        MATCH (step:Step) USING INDEX SEEK step:Step(namespace, outcome, reportedAt)
        WHERE step.namespace = $namespace AND step.outcome = outcome AND step.reportedAt IS NOT NULL
        RETURN step ORDER BY step.namespace DESC, step.outcome DESC, step.reportedAt DESC LIMIT toInteger($limit)
      }
      // One time window for all three outcomes, so that rare outcomes are not counted over a longer time.
      RETURN step ORDER BY step.reportedAt DESC LIMIT toInteger($limit)
    }
    WITH item, step WHERE EXISTS { (step)-[:DERIVED_FROM]->(item) }
    RETURN step
  }
  WITH item, learning, step
  WHERE step.outcome IN ['SUCCESS', 'FAILURE', 'CORRECTED'] AND NOT step.carried
    AND (learning IS NULL OR NOT EXISTS { (step)-[:TAUGHT]->(learning) })
  MATCH (step)<-[:HAS_STEP]-(plan:Plan)
  WITH CASE step.outcome WHEN 'SUCCESS' THEN 1 ELSE 0 END AS success, step.reportedAt >= $since AS isAfter,
    CASE
      WHEN learning IS NULL THEN EXISTS { (plan)-[:RETRIEVED]->(item) } OR coalesce(item.id IN plan.neededIds, false)
      ELSE EXISTS { (plan)-[:SHOWED]->(learning) }
    END AS isGiven
  RETURN
    {n: count(CASE WHEN isGiven THEN 1 END), successes: sum(CASE WHEN isGiven THEN success ELSE 0 END)} AS given,
    {n: count(CASE WHEN NOT isGiven THEN 1 END), successes: sum(CASE WHEN NOT isGiven THEN success ELSE 0 END)} AS notGiven,
    {n: count(CASE WHEN isAfter THEN 1 END), successes: sum(CASE WHEN isAfter THEN success ELSE 0 END)} AS after,
    {n: count(CASE WHEN NOT isAfter THEN 1 END), successes: sum(CASE WHEN NOT isAfter THEN success ELSE 0 END)} AS before
}
RETURN given, notGiven, after, before, truncated

// items/list-learnings: either learnings by their ids (withdrawn ones included, missing ones left out), or one page
// of learnings per item: verified ones first, then newest first, ties by id; learnings that
// await a recovery come last. recoveryFailed: the learning is not verified, and its recovery failed more often than
// it succeeded. This counts the steps that follow it and, if the recovery is the reasoning of the plan that recovers
// its failure, that plan: it failed if one of its own steps failed, and succeeded if it was reported as such or all
// its steps succeeded.
//   $ids      ids of learnings              $itemIds  ids of items; one of the two lists is empty
//   $page     one map, because Neo4j makes a new plan for each combination of parameters that are null:
//     kind         SELF_EXPLORATION or HUMAN_INTERRUPT; null for both
//     afterAwaiting, afterFirst, afterTimestamp, afterId  cursor: the last learning of the previous page; null starts at the first
//     limit        maximum number of learnings per item
//     withRefuted  whether learnings that a person marked as wrong are included
//     known        only learnings that were recorded by this time, with their content of then (`state`, JSON); null for all
:params {namespace: "default", ids: [], itemIds: ["open_files"], page: {kind: null, withRefuted: true, known: null, afterAwaiting: null, afterFirst: null, afterTimestamp: null, afterId: null, limit: 3}};
CALL () {
  UNWIND $ids AS id
  MATCH (item:KnowledgeItem)-[:HAS_LEARNING|HAD_LEARNING]->(learning:Learning {namespace: $namespace, id: id})
  RETURN item, learning, false AS awaiting, learning.verified AS first
 UNION ALL
  UNWIND $itemIds AS id
  CALL (id) {
    MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
    RETURN item
   UNION ALL
    // An item that an undo removed keeps the learnings that it had.
    UNWIND CASE WHEN $page.known IS NULL THEN [] ELSE [1] END AS once
    MATCH (item:Undone {namespace: $namespace, ref: 'item:' + id}) USING INDEX SEEK item:Undone(namespace, ref)
    RETURN item
  }
  CALL (item) {
    MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
    WITH learning, learning:SelfExploration AND learning.recoveryApproach IS NULL AS awaiting,
      learning.verified AS first
    WHERE ($page.kind IS NULL OR learning.kind = $page.kind)
      AND ($page.withRefuted OR coalesce(learning.verifiedByPerson, true))
      AND ($page.known IS NULL OR coalesce(learning.createdAt, learning.timestamp) <= $page.known)
      AND ($page.afterId IS NULL
        OR awaiting > $page.afterAwaiting
        OR (awaiting = $page.afterAwaiting
          AND (first < $page.afterFirst
            OR (first = $page.afterFirst
              AND (learning.timestamp < $page.afterTimestamp
                OR (learning.timestamp = $page.afterTimestamp AND learning.id > $page.afterId))))))
    RETURN learning, awaiting, first
    ORDER BY awaiting, first DESC, learning.timestamp DESC, learning.id
    LIMIT toInteger($page.limit)
  }
  RETURN item, learning, awaiting, first
}
WITH item, learning, awaiting, first,
  COUNT { MATCH (learning)<-[:FOLLOWS]-(step:Step) WHERE step.outcome = 'SUCCESS' } AS worked,
  COUNT { MATCH (learning)<-[:FOLLOWS]-(step:Step) WHERE step.outcome IN ['FAILURE', 'CORRECTED'] } AS failed,
  head(COLLECT {
    MATCH (learning)<-[:TAUGHT]-(:Step)<-[:HAS_STEP]-(:Plan)<-[:RECOVERS]-(recovery:Plan)
    WHERE recovery.reasoning = learning.recoveryApproach
    RETURN CASE
      WHEN EXISTS { (recovery)-[:HAS_STEP]->(:Step {carried: false, outcome: 'FAILURE'}) }
        OR EXISTS { (recovery)-[:HAS_STEP]->(:Step {carried: false, outcome: 'CORRECTED'}) } THEN -1
      WHEN recovery.success THEN 1
      WHEN NOT EXISTS { MATCH (recovery)-[:HAS_STEP]->(step:Step) WHERE step.outcome <> 'SUCCESS' } THEN 1
      ELSE 0
    END
  }) AS recovery,
  head(COLLECT {
    UNWIND CASE WHEN learning.since > $page.known THEN [1] ELSE [] END AS once
    MATCH (version:Version {namespace: $namespace, ref: 'learning:' + learning.id}) USING INDEX SEEK version:Version(namespace, ref, number)
    WHERE version.number > 0 AND version.from <= $page.known AND version.until > $page.known
    RETURN version.state ORDER BY version.number DESC LIMIT 1
  }) AS state
RETURN item.id AS itemId, properties(learning) AS learning, state,
  NOT learning.verified AND failed + CASE recovery WHEN -1 THEN 1 ELSE 0 END
    > worked + CASE recovery WHEN 1 THEN 1 ELSE 0 END AS recoveryFailed
ORDER BY itemId, awaiting, first DESC, learning.timestamp DESC, learning.id

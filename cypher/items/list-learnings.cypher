// items/list-learnings: learnings by their ids, also withdrawn ones, those that do not exist left out; or a page of the learnings of each of several
// items: verified first where $page.verifiedFirst says so, then newest, ties by id, and behind all others those that await a recovery.
// recoveryFailed: it is not verified, and more of what carried it out failed than succeeded. That are the steps that follow
// it, and the plan that recovers its failure, where the recovery is that plan's own reasoning: the plan failed when one of
// its own steps did, and succeeded when it was finished so or all its steps succeeded.
//   $ids      of learnings                       $itemIds  of items; one of the two is empty
//   $page     of an item's learnings, in one map, since the database makes a plan anew for each parameter that is null:
//     kind      SELF_EXPLORATION, HUMAN_INTERRUPT or null for both
//     afterAwaiting, afterFirst, afterTimestamp, afterId  only those behind this one; null from the start
//     limit     maximum number of rows an item
//     withRefuted  also those of which a person said that they do not hold
:params {namespace: "default", ids: [], itemIds: ["open_files"], page: {verifiedFirst: true, kind: null, withRefuted: true, afterAwaiting: null, afterFirst: null, afterTimestamp: null, afterId: null, limit: 3}};
CALL () {
  UNWIND $ids AS id
  MATCH (item:KnowledgeItem)-[:HAS_LEARNING|HAD_LEARNING]->(learning:Learning {namespace: $namespace, id: id})
  RETURN item, learning, false AS awaiting, learning.verified AS first
 UNION ALL
  UNWIND $itemIds AS id
  MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
  CALL (item) {
    MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
    WITH learning, learning:SelfExploration AND learning.recoveryApproach IS NULL AS awaiting,
      learning.verified AND $page.verifiedFirst AS first
    WHERE ($page.kind IS NULL OR learning.kind = $page.kind)
      AND ($page.withRefuted OR coalesce(learning.verifiedByPerson, true))
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
  }) AS recovery
RETURN item.id AS itemId, properties(learning) AS learning,
  NOT learning.verified AND failed + CASE recovery WHEN -1 THEN 1 ELSE 0 END
    > worked + CASE recovery WHEN 1 THEN 1 ELSE 0 END AS recoveryFailed
ORDER BY itemId, awaiting, first DESC, learning.timestamp DESC, learning.id

// items/list-learnings: a page of the learnings of each of several items: verified first, then newest, ties by id; those that
// await a recovery come after all others. recoveryFailed as in items/find-learnings.
//   $kind   SELF_EXPLORATION, HUMAN_INTERRUPT or null for both
//   $afterAwaiting, $afterVerified, $afterTimestamp, $afterId  only those behind this one; null from the start
//   $limit  maximum number of rows an item
:params {namespace: "default", ids: ["open_files"], kind: null, afterAwaiting: null, afterVerified: null, afterTimestamp: null, afterId: null, limit: 3};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
CALL (item) {
  MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
  WITH learning, learning:SelfExploration AND learning.recoveryApproach IS NULL AS awaiting
  WHERE ($kind IS NULL OR learning.kind = $kind)
    AND ($afterId IS NULL
      OR awaiting > $afterAwaiting
      OR (awaiting = $afterAwaiting
        AND (learning.verified < $afterVerified
          OR (learning.verified = $afterVerified
            AND (learning.timestamp < $afterTimestamp
              OR (learning.timestamp = $afterTimestamp AND learning.id > $afterId))))))
  RETURN learning, awaiting
  ORDER BY awaiting, learning.verified DESC, learning.timestamp DESC, learning.id
  LIMIT toInteger($limit)
}
WITH item, learning, awaiting,
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
ORDER BY itemId, awaiting, learning.verified DESC, learning.timestamp DESC, learning.id

// items/find-learnings: learnings by their ids, each with its item; those that do not exist are left out.
// recoveryFailed: it is not verified, and more of what carried it out failed than succeeded. That are the steps that follow
// it, and the plan that recovers its failure, where the recovery is that plan's own reasoning: the plan failed when one of
// its own steps did, and succeeded when it was finished so or all its steps succeeded.
:params {namespace: "default", ids: ["l1"]};
UNWIND $ids AS id
MATCH (learning:Learning {namespace: $namespace, id: id})<-[:HAS_LEARNING]-(item:KnowledgeItem)
WITH item, learning,
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

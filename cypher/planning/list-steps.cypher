// planning/list-steps: the steps of several plans, in order, each with the item it came from, its learnings, and the
// candidate items (best first, ties by id).
:params {namespace: "default", planIds: ["p1"]};
UNWIND $planIds AS planId
MATCH (:Plan {namespace: $namespace, id: planId})-[:HAS_STEP]->(step:Step)
RETURN
  step {.*,
    itemId: head(COLLECT { MATCH (step)-[:DERIVED_FROM]->(item:KnowledgeItem) RETURN item.id }),
    learningId: head(COLLECT {
      MATCH (step)-[:TAUGHT]->(learning:Learning)
      RETURN learning.id ORDER BY learning.kind, learning.id // HUMAN_INTERRUPT comes first
    }),
    candidates: COLLECT {
      MATCH (step)-[may:MAY_DERIVE_FROM]->(item:KnowledgeItem)
      RETURN {itemId: item.id, score: may.score} ORDER BY may.score DESC, item.id
    }
  } AS step
ORDER BY step.planId, step.num

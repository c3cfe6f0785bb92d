// items/count-learning-uses: what became of each of several learnings: plans whose prompt showed it, those of them that have
// a step of their own from its item, steps that follow it, and those of them that succeeded.
:params {namespace: "default", ids: ["l1"]};
UNWIND $ids AS id
MATCH (learning:Learning {namespace: $namespace, id: id})<-[:HAS_LEARNING]-(item:KnowledgeItem)
CALL (learning, item) {
  MATCH (learning)<-[:SHOWED]-(plan:Plan)
  RETURN
    count(plan) AS shown,
    sum(CASE WHEN EXISTS {
      // Two steps, so that it begins at the plan and not at all steps of the item.
      MATCH (plan)-[:HAS_STEP]->(step:Step) WHERE NOT step.carried AND EXISTS { (step)-[:DERIVED_FROM]->(item) }
    } THEN 1 ELSE 0 END) AS reused
}
CALL (learning) {
  MATCH (learning)<-[:FOLLOWS]-(step:Step)
  RETURN count(step) AS followed, sum(CASE step.outcome WHEN "SUCCESS" THEN 1 ELSE 0 END) AS succeeded
}
RETURN id AS learningId, shown, reused, followed, succeeded

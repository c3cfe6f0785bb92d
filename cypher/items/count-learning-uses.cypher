// items/count-learning-uses: for each of several learnings: the number of plans whose prompt showed it, of those
// plans that have a step of their own based on its item, of steps that follow it, and of those steps that succeeded.
:params {namespace: "default", ids: ["l1"]};
UNWIND $ids AS id
MATCH (learning:Learning {namespace: $namespace, id: id})<-[:HAS_LEARNING]-(item:KnowledgeItem)
USING INDEX SEEK learning:Learning(namespace, id)
CALL (learning, item) {
  MATCH (learning)<-[:SHOWED]-(plan:Plan)
  RETURN
    count(plan) AS shown,
    sum(CASE WHEN EXISTS {
      // Split into two steps, so that the search starts at the plan and not at all steps of the item.
      MATCH (plan)-[:HAS_STEP]->(step:Step) WHERE NOT step.carried AND EXISTS { (step)-[:DERIVED_FROM]->(item) }
    } THEN 1 ELSE 0 END) AS reused
}
CALL (learning) {
  MATCH (learning)<-[:FOLLOWS]-(step:Step)
  RETURN count(step) AS followed, sum(CASE step.outcome WHEN "SUCCESS" THEN 1 ELSE 0 END) AS succeeded
}
RETURN id AS learningId, shown, reused, followed, succeeded

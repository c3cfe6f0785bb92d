// planning/count-reuses: number of learnings, and how often they were reused. A reuse is a plan whose prompt showed the
// learning and that has a step of its own from the learning's item.
//   $since  only plans made at this time or later
:params {namespace: "default", since: datetime("1970-01-01")};
MATCH (learning:Learning {namespace: $namespace})
WHERE learning.id > ""
CALL (learning) {
  MATCH (item:KnowledgeItem)-[:HAS_LEARNING]->(learning)<-[:SHOWED]-(plan:Plan)
  WHERE plan.createdAt >= $since
    AND EXISTS {
      // Two separate steps, so that the query starts at the plan instead of all steps of the item.
      MATCH (plan)-[:HAS_STEP]->(step:Step) WHERE NOT step.carried AND EXISTS { (step)-[:DERIVED_FROM]->(item) }
    }
  RETURN count(plan) AS reused
}
RETURN count(learning) AS learnings, sum(reused) AS reuses

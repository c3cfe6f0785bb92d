// planning/count-reuses: how many learnings there are, and how often one was reused: a plan whose prompt showed it has a
// step of its own from its item.
//   $since  only plans made at this time or later
:params {namespace: "default", since: datetime("1970-01-01")};
MATCH (learning:Learning {namespace: $namespace})
WHERE learning.id > ""
CALL (learning) {
  MATCH (item:KnowledgeItem)-[:HAS_LEARNING]->(learning)<-[:SHOWED]-(plan:Plan)
  WHERE plan.createdAt >= $since
    AND EXISTS {
      // Two steps, so that it begins at the plan and not at all steps of the item.
      MATCH (plan)-[:HAS_STEP]->(step:Step) WHERE NOT step.carried AND EXISTS { (step)-[:DERIVED_FROM]->(item) }
    }
  RETURN count(plan) AS reused
}
RETURN count(learning) AS learnings, sum(reused) AS reuses

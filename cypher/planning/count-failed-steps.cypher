// planning/count-failed-steps: failed and corrected steps, and for how many of them the item is known; both of all, and of
// those whose plan had retrieved at least one item, whatever became of that item.
//   $since  only steps reported at this time or later
:params {namespace: "default", since: datetime("1970-01-01")};
MATCH (step:Step {namespace: $namespace})
WHERE step.outcome IN ["FAILURE", "CORRECTED"] AND step.reportedAt >= $since
MATCH (plan:Plan)-[:HAS_STEP]->(step)
WITH
  CASE WHEN EXISTS { (step)-[:DERIVED_FROM]->(:KnowledgeItem) } THEN 1 ELSE 0 END AS known,
  CASE WHEN coalesce(plan.retrieved, '[]') <> '[]' THEN 1 ELSE 0 END AS given
RETURN count(*) AS failed, sum(known) AS attributed, sum(given) AS inContext, sum(given * known) AS attributedInContext

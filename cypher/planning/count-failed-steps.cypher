// planning/count-failed-steps: number of failed and corrected steps, and how many of them have a known item; both over
// all plans, and over plans that retrieved at least one item, whether or not it still exists.
//   $since  only steps reported at this time or later
:params {namespace: "default", since: datetime("1970-01-01")};
MATCH (step:Step {namespace: $namespace})
WHERE step.outcome IN ["FAILURE", "CORRECTED"] AND step.reportedAt >= $since
MATCH (plan:Plan)-[:HAS_STEP]->(step)
WITH
  CASE WHEN EXISTS { (step)-[:DERIVED_FROM]->(:KnowledgeItem) } THEN 1 ELSE 0 END AS known,
  CASE WHEN coalesce(plan.retrieved, '[]') <> '[]' THEN 1 ELSE 0 END AS given
RETURN count(*) AS failed, sum(known) AS attributed, sum(given) AS inContext, sum(given * known) AS attributedInContext

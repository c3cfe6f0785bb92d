// planning/count-enriched-items: number of items in total, retrieved for a plan, and with a failed or corrected step;
// and for each of these, how many have a learning.
//   $since  only plans made and steps reported at this time or later
:params {namespace: "default", since: datetime("1970-01-01")};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > ""
WITH
  CASE WHEN EXISTS { (item)-[:HAS_LEARNING]->(:Learning) } THEN 1 ELSE 0 END AS learned,
  CASE WHEN EXISTS { MATCH (item)<-[:RETRIEVED]-(plan:Plan) WHERE plan.createdAt >= $since } THEN 1 ELSE 0 END AS given,
  CASE WHEN EXISTS {
    MATCH (item)<-[:DERIVED_FROM]-(step:Step)
    WHERE step.outcome IN ["FAILURE", "CORRECTED"] AND step.reportedAt >= $since
  } THEN 1 ELSE 0 END AS failing
RETURN
  count(*) AS items, sum(learned) AS enriched,
  sum(given) AS retrieved, sum(given * learned) AS retrievedEnriched,
  sum(failing) AS failed, sum(failing * learned) AS failedEnriched

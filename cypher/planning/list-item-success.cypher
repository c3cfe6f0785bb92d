// planning/list-item-success: items with counts of the finished plans that used them. A plan used an item if a step of
// its own came from the item and was not skipped. One row per item that has such plans, ordered by id.
//   $since  only plans finished at this time or later
:params {namespace: "default", since: datetime("1970-01-01")};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > ""
CALL (item) {
  MATCH (item)<-[:DERIVED_FROM]-(step:Step)<-[:HAS_STEP]-(plan:Plan)
  WHERE NOT step.carried AND step.outcome <> "SKIPPED" AND plan.finishedAt >= $since
  WITH DISTINCT plan
  RETURN count(plan) AS plans, sum(CASE WHEN plan.success THEN 1 ELSE 0 END) AS successes
}
WITH item, plans, successes WHERE plans > 0
RETURN item.id AS itemId, item.trust AS trust, plans, successes
ORDER BY itemId

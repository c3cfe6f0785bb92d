// items/count-item-uses: for each of several items, the number of reported steps based on it, and the number of those
// that failed or were corrected. Steps that a recovery copied into a new plan count only in their first plan.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
CALL (item) {
  MATCH (item)<-[:DERIVED_FROM]-(step:Step)
  WHERE step.outcome IN ["SUCCESS", "FAILURE", "CORRECTED"] AND NOT step.carried
  RETURN count(step) AS uses, sum(CASE step.outcome WHEN "SUCCESS" THEN 0 ELSE 1 END) AS failures
}
RETURN id AS itemId, uses, failures

// items/count-item-uses: how many reported steps came from each of several items, and how many of them failed or were
// corrected. Steps that a recovery carried over count in their first plan alone.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
CALL (item) {
  MATCH (item)<-[:DERIVED_FROM]-(step:Step)
  WHERE step.outcome IN ["SUCCESS", "FAILURE", "CORRECTED"] AND NOT step.carried
  RETURN count(step) AS uses, sum(CASE step.outcome WHEN "SUCCESS" THEN 0 ELSE 1 END) AS failures
}
RETURN id AS itemId, uses, failures

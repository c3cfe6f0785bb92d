// items/list-trust-samples: samples for calibration: for steps based on items that their plan had retrieved, the
// trust that the item had then and the result of the step. One row per trust and result, with their number.
:params {namespace: "default"};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > ""
CALL (item) {
  MATCH (item)<-[:DERIVED_FROM]-(step:Step)<-[:HAS_STEP]-(plan:Plan)
  WHERE step.outcome IN ["SUCCESS", "FAILURE", "CORRECTED"] AND NOT step.carried
  // Looked up per plan. As part of the pattern, every plan that retrieved the item would be combined with every step
  // of the item.
  WITH step, head(COLLECT { MATCH (plan)-[retrieved:RETRIEVED]->(item) RETURN retrieved.trust }) AS trust
  WHERE trust IS NOT NULL
  RETURN trust, step.outcome = "SUCCESS" AS succeeded
}
RETURN trust, succeeded, count(*) AS count
ORDER BY trust, succeeded

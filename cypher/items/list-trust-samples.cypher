// items/list-trust-samples: what became of the steps that came from items their plan had retrieved, by the trust the item
// had then. One row for each trust and end that occurred.
:params {namespace: "default"};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > ""
CALL (item) {
  MATCH (item)<-[:DERIVED_FROM]-(step:Step)<-[:HAS_STEP]-(plan:Plan)
  WHERE step.outcome IN ["SUCCESS", "FAILURE", "CORRECTED"] AND NOT step.carried
  // Looked up for each plan; as a part of the pattern all plans that retrieved the item would be met with all its steps.
  WITH step, head(COLLECT { MATCH (plan)-[retrieved:RETRIEVED]->(item) RETURN retrieved.trust }) AS trust
  WHERE trust IS NOT NULL
  RETURN trust, step.outcome = "SUCCESS" AS succeeded
}
RETURN trust, succeeded, count(*) AS count
ORDER BY trust, succeeded

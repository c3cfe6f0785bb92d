// items/calibrate-items: what became of the steps that came from items their plan had retrieved, by the trust the item had
// then. One row for each part of [0,1] that has samples.
//   $bins  how many equal parts; a trust of 1 belongs to the last
:params {namespace: "default", bins: 10};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > ""
CALL (item) {
  MATCH (item)<-[:DERIVED_FROM]-(step:Step)<-[:HAS_STEP]-(plan:Plan)
  WHERE step.outcome IN ["SUCCESS", "FAILURE", "CORRECTED"] AND NOT step.carried
  // Looked up for each plan; as a part of the pattern all plans that retrieved the item would be met with all its steps.
  WITH step, head(COLLECT { MATCH (plan)-[retrieved:RETRIEVED]->(item) RETURN retrieved.trust }) AS trust
  WHERE trust IS NOT NULL
  RETURN trust, CASE step.outcome WHEN "SUCCESS" THEN 1.0 ELSE 0.0 END AS outcome
}
WITH
  CASE WHEN trust >= 1.0 THEN toInteger($bins) - 1 ELSE toInteger(floor(trust * $bins)) END AS bin,
  trust AS given, outcome
RETURN
  bin, count(*) AS samples, sum(given) AS trust, sum(outcome) AS successes,
  sum((given - outcome) * (given - outcome)) AS squaredErrors
ORDER BY bin

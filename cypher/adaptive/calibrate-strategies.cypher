// adaptive/calibrate-strategies: what became of attempts, by the trust their strategy had before. One row for each part of
// [0,1] that has samples.
//   $bins  how many equal parts; a trust of 1 belongs to the last
:params {namespace: "default", bins: 10};
MATCH (strategy:Knowledge {namespace: $namespace, kind: 'STRATEGY'})-[:HAS_EVIDENCE]->(evidence:Evidence)
WHERE strategy.trust >= 0
WITH evidence.trustBefore AS given, CASE WHEN evidence.positive THEN 1.0 ELSE 0.0 END AS outcome
WITH
  CASE WHEN given >= 1.0 THEN toInteger($bins) - 1 ELSE toInteger(floor(given * $bins)) END AS bin, given, outcome
RETURN
  bin, count(*) AS samples, sum(given) AS trust, sum(outcome) AS successes,
  sum((given - outcome) * (given - outcome)) AS squaredErrors
ORDER BY bin

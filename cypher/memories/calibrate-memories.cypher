// memories/calibrate-memories: what was observed of memories, by the confidence they had just before. One row for each part
// of [0,1] that has samples. What came out of the archive was no observation.
//   $bins  how many equal parts; a confidence of 1 belongs to the last
:params {namespace: "default", bins: 10};
MATCH (signal:Evidence {namespace: $namespace})
WHERE signal.id > "" AND signal.confidence IS NOT NULL
WITH signal.confidence AS confidence, CASE WHEN signal.positive THEN 1.0 ELSE 0.0 END AS outcome
WITH confidence, outcome,
  CASE WHEN confidence >= 1.0 THEN toInteger($bins) - 1 ELSE toInteger(floor(confidence * $bins)) END AS bin
RETURN
  bin, count(*) AS samples, sum(confidence) AS trust, sum(outcome) AS successes,
  sum((confidence - outcome) * (confidence - outcome)) AS squaredErrors
ORDER BY bin

// embedding/count-stale-1: number of texts without a vector in slot 1, and of all texts.
CALL () {
  MATCH (k:Knowledge)
  WHERE k.model1 = 'none' AND k.namespace >= '' AND k.ref >= '' // these conditions let the planner use the index
  RETURN count(*) AS stale
}
RETURN stale, COUNT { (:Knowledge) } AS total

// embedding/count-stale-0: number of texts without a vector in slot 0, and of all texts.
CALL () {
  MATCH (k:Knowledge)
  WHERE k.model0 = 'none' AND k.namespace >= '' AND k.ref >= '' // these conditions let the planner use the index
  RETURN count(*) AS stale
}
RETURN stale, COUNT { (:Knowledge) } AS total

// embedding/count-stale-1: how many texts have no vector in slot 1 yet, of how many.
CALL () {
  MATCH (k:Knowledge)
  WHERE k.model1 = 'none' AND k.namespace >= '' AND k.ref >= '' // so that the index serves all three
  RETURN count(*) AS stale
}
RETURN stale, COUNT { (:Knowledge) } AS total

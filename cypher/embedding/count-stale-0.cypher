// embedding/count-stale-0: how many texts have no vector in slot 0 yet, of how many.
CALL () {
  MATCH (k:Knowledge)
  WHERE k.model0 = 'none' AND k.namespace >= '' AND k.ref >= '' // so that the index serves all three
  RETURN count(*) AS stale
}
RETURN stale, COUNT { (:Knowledge) } AS total

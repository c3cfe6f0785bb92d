// facts/hold-together: record, or forget, that a person decided that contradicting relations hold together. One row for
// each that still contradicts others: whether that was recorded before.
//   $held  true: record it; false: forget it
:params {namespace: "default", keys: ["k"], held: true};
UNWIND $keys AS key
CALL (key) {
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key = key AND l.conflict IS NOT NULL
  RETURN l
 UNION ALL
  MATCH (:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key = key AND l.conflict IS NOT NULL
  RETURN l
}
WITH l, coalesce(l.heldTogether = l.conflict, false) AS was
SET l.heldTogether = CASE WHEN $held THEN l.conflict END
RETURN was

// facts/count-contradictions: number of contradictions that list-contradictions returns on all its pages. One row.
:params {namespace: "default"};
CALL () {
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, conflict)
  WHERE l.namespace = $namespace AND l.conflict > ''
  RETURN DISTINCT l.conflict AS key
 UNION
  MATCH (:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, conflict)
  WHERE l.namespace = $namespace AND l.conflict > ''
  RETURN DISTINCT l.conflict AS key
}
RETURN count(DISTINCT key) AS total

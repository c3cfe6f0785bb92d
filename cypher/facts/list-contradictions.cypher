// facts/list-contradictions: a page of contradictions, by source, type and time. A contradiction is a set of facts with
// the same source, functional type and beginning, but with different targets. One row each.
//   $after  key after which the page begins; empty: from the start
:params {namespace: "default", after: "", limit: 21};
CALL () {
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, conflict)
  WHERE l.namespace = $namespace AND l.conflict > $after
  RETURN DISTINCT l.conflict AS key ORDER BY key LIMIT toInteger($limit)
 UNION
  MATCH (:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, conflict)
  WHERE l.namespace = $namespace AND l.conflict > $after
  RETURN DISTINCT l.conflict AS key ORDER BY key LIMIT toInteger($limit)
}
RETURN DISTINCT key ORDER BY key LIMIT toInteger($limit)

// facts/list-typed-keys: a page of all current relations, by key, reduced to the keys of one type. One row: these keys,
// and the last key of the page (of any type), which is null if no relation follows $after.
//   $limit  page size, counted in relations of all types
:params {namespace: "default", type: "WORKS_AT", after: "", limit: 2000};
CALL () {
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key > $after
  RETURN l ORDER BY l.namespace, l.key LIMIT toInteger($limit)
}
RETURN max(l.key) AS last, collect(CASE WHEN l.type = $type THEN l.key END) AS keys

// facts/list-typed-keys: the relations of one type on a page of all current relations, ordered by key. One row: the key at
// which the page ends, null where there was nothing behind $after.
//   $limit  relations of a page
:params {namespace: "default", type: "WORKS_AT", after: "", limit: 2000};
CALL () {
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key > $after
  RETURN l ORDER BY l.namespace, l.key LIMIT toInteger($limit)
}
RETURN max(l.key) AS last, collect(CASE WHEN l.type = $type THEN l.key END) AS keys

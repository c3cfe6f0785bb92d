// merging/name-links: set the refs of relations that were stored before relations had refs.
:params {namespace: "default", rows: [{key: "k", ref: "relation:h"}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (:Entity)-[link:LINK]->(:Entity) USING INDEX SEEK link:LINK(namespace, key)
  WHERE link.namespace = $namespace AND link.key = row.key AND link.ref IS NULL
  SET link.ref = row.ref
}
CALL (row) {
  MATCH (:Entity)-[was:WAS_LINK]->(:Entity) USING INDEX SEEK was:WAS_LINK(namespace, key)
  WHERE was.namespace = $namespace AND was.key = row.key AND was.ref IS NULL
  SET was.ref = row.ref
}

// facts/find-conflicts: what these relations contradict. One row for each relation that exists; `conflict` is null if it
// contradicts none.
:params {namespace: "default", refs: ["relation:h"]};
UNWIND $refs AS ref
CALL (ref) {
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, ref)
  WHERE l.namespace = $namespace AND l.ref = ref
  RETURN l
 UNION ALL
  MATCH (:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, ref)
  WHERE l.namespace = $namespace AND l.ref = ref
  RETURN l
}
RETURN ref, l.key AS key, l.conflict AS conflict

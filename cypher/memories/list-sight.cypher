// memories/list-sight: for each of the given memories that exists or was taken away by an undo: its owner, whether
// the caller can see it, and the memory it is merged into. One row each.
:params {namespace: "default", refs: ["memory:mem_1"], visible: ["v0"]};
UNWIND $refs AS ref
CALL (ref) {
  MATCH (memory:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK memory:Knowledge(namespace, ref)
  RETURN memory, false AS undone
 UNION ALL
  MATCH (memory:Undone {namespace: $namespace, ref: ref}) USING INDEX SEEK memory:Undone(namespace, ref)
  RETURN memory, true AS undone
}
RETURN ref, memory.visibility IN $visible AS seen, undone, memory.scope AS scope, memory.project AS project,
  memory.mergedInto AS mergedInto

// memories/revive-memories: memories that an undo took away are there again, with their evidence. edit-memories gives them their
// titles. One row each; none for what no undo took away.
:params {namespace: "default", refs: ["memory:mem_1"]};
UNWIND $refs AS ref
MATCH (memory:Undone {namespace: $namespace, ref: ref}) USING INDEX SEEK memory:Undone(namespace, ref)
REMOVE memory:Undone
SET memory:Memory:Knowledge
RETURN ref

// memories/revive-memories: bring back memories that an undo took away, with their evidence. edit-memories then
// restores their titles. One row each; none for memories that no undo took away.
:params {namespace: "default", refs: ["memory:mem_1"]};
UNWIND $refs AS ref
MATCH (memory:Undone {namespace: $namespace, ref: ref}) USING INDEX SEEK memory:Undone(namespace, ref)
REMOVE memory:Undone
SET memory:Memory:Knowledge
RETURN ref

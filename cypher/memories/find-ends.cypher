// memories/find-ends: lock the two memories of a merge, in the order of their ids. One row for each that the caller
// can see: its content, its scope, the memory it is merged into already, and the change that merged it (both null if
// it is not merged).
:params {namespace: "default", ids: ["mem_1", "mem_2"], visible: ["v0"]};
UNWIND $ids AS id
CALL (id) {
  MATCH (memory:Memory {namespace: $namespace, id: id})
  REMOVE memory.lock // takes the write lock first, so that all values read below are current
  WITH memory WHERE memory.visibility IN $visible
  RETURN memory
}
RETURN id, memory {.title, .description, .content, .outcome, .tags} AS says, memory.visibility AS visibility, memory.scope AS scope,
  memory.project AS project, memory.mergedInto AS into,
  head(COLLECT { MATCH (memory)-[merged:MERGED_INTO]->() RETURN merged.change }) AS change

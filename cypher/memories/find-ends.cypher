// memories/find-ends: two memories that are about to be one, under their locks, in the order of their ids. One row each that
// the caller sees: what it says, which scope it has, and what it is merged into by which change (both null where it is not).
:params {namespace: "default", ids: ["mem_1", "mem_2"], visible: ["v0"]};
UNWIND $ids AS id
CALL (id) {
  MATCH (memory:Memory {namespace: $namespace, id: id})
  REMOVE memory.lock // takes the write lock first, so that what is read from here on is current
  WITH memory WHERE memory.visibility IN $visible
  RETURN memory
}
RETURN id, memory {.title, .description, .content, .outcome, .tags} AS says, memory.visibility AS visibility, memory.scope AS scope,
  memory.project AS project, memory.mergedInto AS into,
  head(COLLECT { MATCH (memory)-[merged:MERGED_INTO]->() RETURN merged.change }) AS change

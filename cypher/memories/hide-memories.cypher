// memories/hide-memories: hide memories that an undo takes away, with their evidence, until a later change brings
// them back. Each leaves its title group. One row each.
:params {namespace: "default", ids: ["mem_1"]};
UNWIND $ids AS id
CALL (id) {
  MATCH (memory:Memory {namespace: $namespace, id: id})
  REMOVE memory.lock // takes the write lock first, so that no signal is recorded meanwhile
  WITH memory
  OPTIONAL MATCH (memory)-[merged:MERGED_INTO]->()
  DELETE merged
  WITH memory
  OPTIONAL MATCH (memory)-[titled:TITLED]->(title:MemoryTitle)
  REMOVE title.lock
  DELETE titled
  WITH memory, title
  REMOVE memory:Memory:Knowledge, memory.mergedInto
  SET memory:Undone, memory.number = coalesce(memory.number, 1) + 1
  FOREACH (empty IN CASE WHEN title IS NULL OR EXISTS { (title)<-[:TITLED]-() } THEN [] ELSE [title] END | DELETE empty)
  RETURN memory.ref AS ref
}
RETURN ref

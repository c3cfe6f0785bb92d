// memories/list-same-titles: for memories, the newest other memory of the same scope with the same title and another outcome or
// content. One row for each memory that has one; isNewer: it was recorded after the memory.
//   $ids  ids of memories that the caller can see
:params {namespace: "default", ids: ["mem_1"]};
UNWIND $ids AS id
MATCH (memory:Memory {namespace: $namespace, id: id}) USING INDEX SEEK memory:Memory(namespace, id)
CALL (memory) {
  MATCH (memory)-[:TITLED]->(:MemoryTitle)<-[:TITLED]-(other:Memory)
  WHERE other.duplicateGroup <> memory.duplicateGroup AND other.mergedInto IS NULL AND other.archivedAt IS NULL
  RETURN other ORDER BY other.createdAt DESC, other.id DESC LIMIT 1
}
RETURN id, other.id AS otherId, other.createdAt > memory.createdAt AS isNewer

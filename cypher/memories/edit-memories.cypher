// memories/edit-memories: set the content of memories; confidence, scope, uses and evidence stay. A memory whose outcome or
// content changes is no duplicate any more, and has none; one with a new title joins or starts the group of that title. A
// memory that is merged into another one no longer appears in searches and lists; it keeps its title and content, so that
// recording the same again leads to the other one. One row each, which states whether the embedded text changed.
//   $rows    id, memory (its content, text, titleHash, duplicateGroup, and mergedInto: id of the memory it is merged into, or
//            null), facets (all except the one of visibility)
//   $change  id of the change that this write belongs to
:params {namespace: "default", now: datetime(), change: "01JDEMO", rows: [{id: "mem_1", memory: {title: "Try again", text: "d", titleHash: "h", duplicateGroup: "g", mergedInto: null}, facets: []}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (memory:Memory {namespace: $namespace, id: row.id})
  REMOVE memory.lock // takes the write lock first, so that all values read below are current
  WITH row, memory, NOT (memory.title = row.memory.title AND memory.text = row.memory.text) AS textChanged,
    memory.visibility + ':' + row.memory.titleHash AS key
  CALL (memory, key) {
    MATCH (memory)-[titled:TITLED]->(left:MemoryTitle)
    WHERE left.key <> key
    REMOVE left.lock
    DELETE titled
    WITH left
    FOREACH (empty IN CASE WHEN EXISTS { (left)<-[:TITLED]-() } THEN [] ELSE [left] END | DELETE empty)
  }
  CALL (memory, key) {
    WITH memory, key WHERE NOT EXISTS { (memory)-[:TITLED]->() }
    MERGE (title:MemoryTitle {namespace: $namespace, key: key})
    REMOVE title.lock
    CREATE (memory)-[:TITLED]->(title)
  }
  CALL (row, memory) {
    WITH row, memory WHERE memory.duplicateGroup <> row.memory.duplicateGroup
    MATCH (duplicate:Memory)-[edge:DUPLICATE_OF]-(memory)
    SET (CASE WHEN startNode(edge) = memory THEN memory ELSE duplicate END).duplicateOf = null
    DELETE edge
  }
  CALL (row, memory) {
    WITH row, memory WHERE coalesce(memory.mergedInto, '') <> coalesce(row.memory.mergedInto, '')
    OPTIONAL MATCH (memory)-[merged:MERGED_INTO]->()
    DELETE merged
    WITH DISTINCT row, memory
    MATCH (target:Memory {namespace: $namespace, id: row.memory.mergedInto})
    CREATE (memory)-[:MERGED_INTO {change: $change}]->(target)
  }
  SET memory += row.memory, memory.updatedAt = CASE WHEN memory.updatedAt > $now THEN memory.updatedAt ELSE $now END,
    memory.facets = row.facets + CASE WHEN memory.archivedAt IS NULL AND memory.mergedInto IS NULL THEN [memory.visibility] ELSE [] END
  RETURN memory.ref AS ref, textChanged
}
RETURN ref, textChanged

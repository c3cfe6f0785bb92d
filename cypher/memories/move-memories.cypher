// memories/move-memories: move memories from one project to another, in the given order. One row for each that was
// moved.
//   $ids         ids of memories; those in another project than $from, or in another scope than PROJECT, are skipped
//   $visibility  facet of visibility of the project $to
:params {namespace: "default", ids: ["mem_1"], from: "default", to: "shop", visibility: "v1", now: datetime()};
UNWIND $ids AS id
CALL (id) {
  MATCH (memory:Memory {namespace: $namespace, id: id})
  REMOVE memory.lock // takes the write lock first, so that all values read below are current
  WITH memory
  WHERE memory.project = $from AND memory.scope = 'PROJECT'
  WITH memory, CASE WHEN memory.updatedAt >= $now THEN memory.updatedAt + duration({milliseconds: 1}) ELSE $now END AS at
  // The memory leaves its title group in the old project, and joins or starts the one in the new project.
  MATCH (memory)-[titled:TITLED]->(left:MemoryTitle)
  REMOVE left.lock
  DELETE titled
  WITH memory, at, left
  FOREACH (empty IN CASE WHEN EXISTS { (left)<-[:TITLED]-() } THEN [] ELSE [left] END | DELETE empty)
  WITH memory, at
  MERGE (title:MemoryTitle {namespace: $namespace, key: $visibility + ':' + memory.titleHash})
  REMOVE title.lock
  WITH *, head(COLLECT { MATCH (said:Memory {namespace: $namespace, duplicateGroup: memory.duplicateGroup}) USING INDEX SEEK said:Memory(namespace, duplicateGroup)
    WHERE said.visibility = $visibility AND said <> memory AND said.mergedInto IS NULL
    RETURN said ORDER BY said.createdAt, said.id LIMIT 1 }) AS first
  SET memory.facets = CASE WHEN memory.archivedAt IS NULL AND memory.mergedInto IS NULL
      THEN [facet IN memory.facets WHERE facet <> memory.visibility] + $visibility ELSE memory.facets END
  SET memory.project = $to, memory.visibility = $visibility, memory.updatedAt = at,
    memory.duplicateOf = coalesce(first.id, memory.duplicateOf)
  CREATE (memory)-[:TITLED]->(title)
  FOREACH (_ IN CASE WHEN first IS NULL THEN [] ELSE [1] END | MERGE (memory)-[:DUPLICATE_OF]->(first))
  RETURN memory.id AS moved
}
RETURN moved AS id

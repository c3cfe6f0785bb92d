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
  WITH memory, at, left,
    head(COLLECT { MATCH (left)<-[:TITLED]-(next:Memory) WHERE next <> memory RETURN next.id ORDER BY next.createdAt, next.id LIMIT 1 }) AS nextId
  SET left.firstId = CASE WHEN left.firstId = memory.id THEN nextId ELSE left.firstId END
  MERGE (title:MemoryTitle {namespace: $namespace, key: $visibility + ':' + memory.titleHash})
  REMOVE title.lock
  WITH memory, at, left, nextId, title
  OPTIONAL MATCH (said:Memory {namespace: $namespace, duplicateGroup: memory.duplicateGroup})
    WHERE said.visibility = $visibility AND said <> memory AND said.mergedInto IS NULL
  WITH *, said ORDER BY said.createdAt, said.id
  WITH memory, at, left, nextId, title, head(collect(said)) AS first
  SET memory.facets = CASE WHEN memory.archivedAt IS NULL AND memory.mergedInto IS NULL
      THEN [facet IN memory.facets WHERE facet <> memory.visibility] + $visibility ELSE memory.facets END
  SET memory.project = $to, memory.visibility = $visibility, memory.updatedAt = at,
    memory.duplicateOf = coalesce(first.id, memory.duplicateOf),
    title.firstId = coalesce(title.firstId, memory.id)
  CREATE (memory)-[:TITLED]->(title)
  FOREACH (_ IN CASE WHEN first IS NULL THEN [] ELSE [1] END | MERGE (memory)-[:DUPLICATE_OF]->(first))
  FOREACH (empty IN CASE WHEN nextId IS NULL THEN [left] ELSE [] END | DELETE empty)
  RETURN memory.id AS moved
}
RETURN moved AS id

// memories/promote-memory: widen the scope of a memory that the caller can see, and record the promotion. One row:
// PROMOTED, UNCHANGED (it has that scope already) or LOWER (its scope is wider already); none if there is no such
// memory.
//   $visible       facets that the caller can see  $scope       the new scope
//   $visibility    facet of the new scope          $lower       all scopes narrower than it
:params {namespace: "default", id: "mem_1", visible: ["v0"], scope: "TEAM", visibility: "v1", lower: ["PROJECT"], agent: null, project: "default", now: datetime()};
MATCH (memory:Memory {namespace: $namespace, id: $id})
WHERE memory.visibility IN $visible
REMOVE memory.lock // takes the write lock first, so that all values read below are current
WITH memory, memory.scope AS old,
  CASE WHEN memory.updatedAt >= $now THEN memory.updatedAt + duration({milliseconds: 1}) ELSE $now END AS at
CALL (memory, old, at) {
  WITH memory, old, at
  WHERE old IN $lower
  // The memory leaves its title group in the old scope, and joins or starts the one in the new scope.
  MATCH (memory)-[titled:TITLED]->(left:MemoryTitle)
  REMOVE left.lock
  DELETE titled
  WITH memory, old, at, left
  FOREACH (empty IN CASE WHEN EXISTS { (left)<-[:TITLED]-() } THEN [] ELSE [left] END | DELETE empty)
  WITH memory, old, at
  MERGE (title:MemoryTitle {namespace: $namespace, key: $visibility + ':' + memory.titleHash})
  REMOVE title.lock
  WITH *, head(COLLECT { MATCH (said:Memory {namespace: $namespace, duplicateGroup: memory.duplicateGroup}) USING INDEX SEEK said:Memory(namespace, duplicateGroup)
    WHERE said.visibility = $visibility AND said <> memory AND said.mergedInto IS NULL
    RETURN said ORDER BY said.createdAt, said.id LIMIT 1 }) AS first
  SET memory.facets = CASE WHEN memory.archivedAt IS NULL
      THEN [facet IN memory.facets WHERE facet <> memory.visibility] + $visibility ELSE memory.facets END
  SET memory.scope = $scope, memory.visibility = $visibility, memory.updatedAt = at,
    memory.duplicateOf = coalesce(first.id, memory.duplicateOf)
  CREATE (memory)-[:TITLED]->(title)
  CREATE (memory)-[:PROMOTED]->(:Promotion {namespace: $namespace, from: old, to: $scope, agent: $agent, project: $project, at: at,
    title: toLower(old) + ' → ' + toLower($scope)})
  FOREACH (_ IN CASE WHEN first IS NULL THEN [] ELSE [1] END | MERGE (memory)-[:DUPLICATE_OF]->(first))
  RETURN count(*) AS promoted
}
RETURN CASE WHEN promoted > 0 THEN 'PROMOTED' WHEN old = $scope THEN 'UNCHANGED' ELSE 'LOWER' END AS outcome

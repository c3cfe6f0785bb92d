// memories/find-memories: memories by id that the caller can see, archived and merged ones included.
//   $visible     facets of visibility; a memory is visible if it has one of them
//   $withUndone  whether memories that an undo removed are returned, too
:params {namespace: "default", ids: ["mem_1"], visible: ["v0"], withUndone: false};
UNWIND $ids AS id
CALL (id) {
  MATCH (memory:Memory {namespace: $namespace, id: id}) USING INDEX SEEK memory:Memory(namespace, id)
  RETURN memory
 UNION ALL
  UNWIND CASE WHEN $withUndone THEN [1] ELSE [] END AS once
  MATCH (memory:Undone {namespace: $namespace, ref: 'memory:' + id}) USING INDEX SEEK memory:Undone(namespace, ref)
  RETURN memory
}
WITH memory
WHERE memory.visibility IN $visible
RETURN memory {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .decaysSince, .description, .content, .outcome, .tags,
  .usageCount, .scope, .project, .team, .archivedAt, .sourceSession, .duplicateOf, .mergedInto,
  mergedFrom: COLLECT { MATCH (memory)<-[:MERGED_INTO]-(source:Memory) WHERE source.visibility IN $visible RETURN source.id ORDER BY source.id }
} AS memory,
COLLECT {
  MATCH (memory)-[:PROMOTED]->(promotion:Promotion)
  RETURN promotion {.from, .to, .agent, .project, .at} AS promotion ORDER BY promotion.at, promotion.to
} AS promotions

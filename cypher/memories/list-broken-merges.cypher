// memories/list-broken-merges: of these memories, those that are merged into one that is not there, or into themselves by way of others.
:params {namespace: "default", ids: ["mem_1"]};
UNWIND $ids AS id
MATCH (memory:Memory {namespace: $namespace, id: id})
WHERE memory.mergedInto IS NOT NULL
  AND NOT EXISTS { MATCH (memory)-[:MERGED_INTO*1..]->(standing:Memory) WHERE standing.mergedInto IS NULL }
RETURN id, memory.mergedInto AS into

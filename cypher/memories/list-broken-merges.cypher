// memories/list-broken-merges: those of the given memories that are merged into a missing memory or, through a cycle,
// into themselves.
:params {namespace: "default", ids: ["mem_1"]};
UNWIND $ids AS id
MATCH (memory:Memory {namespace: $namespace, id: id})
WHERE memory.mergedInto IS NOT NULL
  AND NOT EXISTS { MATCH (memory)-[:MERGED_INTO*1..]->(standing:Memory) WHERE standing.mergedInto IS NULL }
RETURN id, memory.mergedInto AS into

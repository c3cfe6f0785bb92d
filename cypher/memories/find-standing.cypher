// memories/find-standing: resolve the id of a memory to the memory itself or, through any number of merges, to the
// one it was merged into. One row; none unless the caller can see both.
:params {namespace: "default", id: "mem_1", visible: ["v0"]};
MATCH (memory:Memory {namespace: $namespace, id: $id})
WHERE memory.visibility IN $visible
MATCH (memory)-[:MERGED_INTO*0..]->(standing:Memory)
WHERE standing.mergedInto IS NULL AND standing.visibility IN $visible
RETURN standing.id AS id

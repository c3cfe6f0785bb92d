// memories/find-standing: what the id of a memory stands for: the memory itself, or the one it was merged into, through however
// many merges. One row; none where the caller does not see both.
:params {namespace: "default", id: "mem_1", visible: ["v0"]};
MATCH (memory:Memory {namespace: $namespace, id: $id})
WHERE memory.visibility IN $visible
MATCH (memory)-[:MERGED_INTO*0..]->(standing:Memory)
WHERE standing.mergedInto IS NULL AND standing.visibility IN $visible
RETURN standing.id AS id

// memories/count-memories: how many memories list-memories would give in all.
:params {namespace: "default", visible: ["v0"], archived: false};
UNWIND $visible AS visibility
MATCH (memory:Memory {namespace: $namespace, visibility: visibility})
WHERE memory.createdAt IS NOT NULL AND (memory.archivedAt IS NOT NULL) = $archived AND memory.mergedInto IS NULL
RETURN count(*) AS total

// memories/count-memories: the total number of memories that list-memories would return over all pages.
:params {namespace: "default", visible: ["v0"], archived: false};
UNWIND $visible AS visibility
MATCH (memory:Memory {namespace: $namespace, visibility: visibility})
WHERE memory.createdAt IS NOT NULL AND (memory.archivedAt IS NOT NULL) = $archived AND memory.mergedInto IS NULL
RETURN count(*) AS total

// memories/list-movable: ids of memories of a project's own scope, archived ones among them, oldest first.
:params {namespace: "default", visibility: "v0", limit: 500};
MATCH (memory:Memory {namespace: $namespace, visibility: $visibility})
RETURN memory.id AS id
ORDER BY memory.createdAt, id
LIMIT toInteger($limit)

// memories/list-movable: ids of memories of a project's own scope, archived ones among them, oldest first.
:params {namespace: "default", visibility: "v0", limit: 500};
MATCH (memory:Memory) USING INDEX SEEK memory:Memory(namespace, visibility, createdAt)
WHERE memory.namespace = $namespace AND memory.visibility = $visibility AND memory.createdAt IS NOT NULL
RETURN memory.id AS id
ORDER BY memory.createdAt, id
LIMIT toInteger($limit)

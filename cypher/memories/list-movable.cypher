// memories/list-movable: ids of the memories in the scope of a project, archived ones included, oldest first.
:params {namespace: "default", visibility: "v0", limit: 500};
MATCH (memory:Memory) USING INDEX SEEK memory:Memory(namespace, visibility, createdAt)
WHERE memory.namespace = $namespace AND memory.visibility = $visibility AND memory.createdAt IS NOT NULL
RETURN memory.id AS id
ORDER BY memory.createdAt, id
LIMIT toInteger($limit)

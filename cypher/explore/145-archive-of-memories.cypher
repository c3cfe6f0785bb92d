// explore/145-archive-of-memories: Archived memories, and those to be archived next
// A memory is archived when its confidence falls under 0.3, and can be restored. For each other memory, the
// row shows the day on which it will be archived if no further signal is reported.
:params {namespace: "demo"};
MATCH (memory:Knowledge {namespace: $namespace, kind: 'MEMORY'})
WHERE memory.trust >= 0
RETURN memory.title AS title, memory.archivedAt AS archived, memory.pruneAt AS falls, memory.usageCount AS used, memory.id AS id
ORDER BY archived DESC, falls, id LIMIT 50

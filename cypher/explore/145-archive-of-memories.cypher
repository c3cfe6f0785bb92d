// explore/145-archive-of-memories: What was archived, and what falls next
// A memory is archived when its confidence falls under 0.3, and can be restored. For memories that are not archived,
// the day is shown on which they will be if no further signal is reported.
:params {namespace: "demo"};
MATCH (memory:Knowledge {namespace: $namespace, kind: 'MEMORY'})
WHERE memory.trust >= 0
RETURN memory.title AS title, memory.archivedAt AS archived, memory.pruneAt AS falls, memory.usageCount AS used, memory.id AS id
ORDER BY archived DESC, falls, id LIMIT 50

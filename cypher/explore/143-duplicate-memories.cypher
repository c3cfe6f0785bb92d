// explore/143-duplicate-memories: Memories that say the same
// A search shows only the best memory of each group. A large group is a lesson that was learned again and again.
:params {namespace: "demo"};
MATCH (memory:Knowledge {namespace: $namespace, kind: 'MEMORY'})
WHERE memory.trust >= 0
WITH memory ORDER BY memory.createdAt, memory.id
WITH memory.duplicateGroup AS group, collect(memory) AS memories
WHERE size(memories) > 1
RETURN memories[0].title AS first, size(memories) AS memories, [m IN memories | {id: m.id, title: m.title, confidence: m.trust}] AS all
ORDER BY memories DESC, group LIMIT 25

// explore/143-duplicate-memories: Memories that say the same
// A search shows only the best memory of each group. A large group is a lesson that was learned again and again.
:params {namespace: "demo"};
MATCH (memory:Knowledge {namespace: $namespace, kind: 'MEMORY'})
WHERE memory.trust >= 0
WITH memory ORDER BY memory.createdAt, memory.id
WITH memory.duplicateGroup AS group, collect(memory) AS memories
WHERE size(memories) > 1
WITH group, memories ORDER BY size(memories) DESC, group LIMIT 25
WITH collect({first: memories[0].title, count: size(memories), all: [m IN memories | {id: m.id, title: m.title, confidence: m.trust}]}) AS found
UNWIND CASE found WHEN [] THEN [{first: 'None: no two memories say the same', count: 0, all: []}] ELSE found END AS row
RETURN row.first AS first, row.count AS memories, row.all AS all

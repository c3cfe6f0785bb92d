// explore/100-least-trusted-with-learnings: The least trusted items and their learnings
// Drawn as a graph: the ten items with the lowest trust and their learnings. Click a learning to read what failed and
// what
// works instead.
:params {namespace: "demo"};
MATCH (item:Knowledge {namespace: $namespace, kind: 'ITEM'})
WHERE item.trust >= 0
WITH item ORDER BY item.trust, item.id LIMIT 10
OPTIONAL MATCH taught = (item)-[:HAS_LEARNING]->(:Learning)
RETURN item, taught

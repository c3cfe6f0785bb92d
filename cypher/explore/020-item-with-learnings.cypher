// explore/020-item-with-learnings: An item, its learnings and its evidence
// Drawn as a graph: click a learning to read what failed and what worked instead.
:params {namespace: "demo", itemId: "open_files"};
MATCH (item:KnowledgeItem {namespace: $namespace, id: $itemId})
OPTIONAL MATCH learned = (item)-[:HAS_LEARNING]->(:Learning)
OPTIONAL MATCH observed = (item)-[:HAS_EVIDENCE]->(:Evidence)
RETURN item, collect(DISTINCT learned) AS learnings, collect(DISTINCT observed) AS evidence

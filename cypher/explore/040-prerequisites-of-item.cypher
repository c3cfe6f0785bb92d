// explore/040-prerequisites-of-item: Prerequisites of an item
// Drawn as a graph: the items and states that it requires, the items that produce those states, and so on.
:params {namespace: "demo", itemId: "concatenate_files"};
MATCH (item:KnowledgeItem {namespace: $namespace, id: $itemId})
MATCH (item)-[:REQUIRES|PRODUCED_BY*0..]->(node)
WITH DISTINCT node LIMIT 60
WITH collect(node) AS nodes
UNWIND nodes AS node
OPTIONAL MATCH step = (node)-[:REQUIRES|PRODUCED_BY]->(next) WHERE next IN nodes
RETURN node, step

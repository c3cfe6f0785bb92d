// explore/110-failures: The way of the latest failures
// Drawn as a graph: plan (click it to read the task), failed step, the item it came from, and the learning it became. A
// step without an item taught nothing; attributeStep says where it came from.
:params {namespace: "demo"};
MATCH (step:Step {namespace: $namespace})
WHERE step.outcome IN ['FAILURE', 'CORRECTED'] AND step.reportedAt IS NOT NULL
WITH step ORDER BY step.reportedAt DESC, step.planId, step.num LIMIT 12
MATCH path = (:Plan)-[:HAS_STEP]->(step)
OPTIONAL MATCH source = (step)-[:DERIVED_FROM]->(:KnowledgeItem)
OPTIONAL MATCH taught = (step)-[:TAUGHT]->(:Learning)<-[:HAS_LEARNING]-(:KnowledgeItem)
RETURN path, source, taught

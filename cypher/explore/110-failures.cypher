// explore/110-failures: From the latest failures to their learnings
// Drawn as a graph: the plan (click it to read the task), the failed step, the item it was based on, and the
// resulting learning. A step that is not attributed to an item has no learning; attributeStep sets its item.
:params {namespace: "demo"};
MATCH (step:Step {namespace: $namespace})
WHERE step.outcome IN ['FAILURE', 'CORRECTED'] AND step.reportedAt IS NOT NULL
WITH step ORDER BY step.reportedAt DESC, step.planId, step.num LIMIT 12
MATCH path = (:Plan)-[:HAS_STEP]->(step)
OPTIONAL MATCH source = (step)-[:DERIVED_FROM]->(:KnowledgeItem)
OPTIONAL MATCH taught = (step)-[:TAUGHT]->(:Learning)<-[:HAS_LEARNING]-(:KnowledgeItem)
RETURN path, source, taught

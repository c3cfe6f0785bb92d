// explore/120-failures-of-item: From tasks to the learnings of an item
// One row for each failed or corrected step that was based on the item, latest first.
:params {namespace: "demo", itemId: "open_files"};
MATCH (item:KnowledgeItem {namespace: $namespace, id: $itemId})<-[:DERIVED_FROM]-(step:Step)<-[:HAS_STEP]-(plan:Plan)
WHERE step.outcome IN ['FAILURE', 'CORRECTED']
OPTIONAL MATCH (step)-[:TAUGHT]->(learning:Learning)
RETURN step.reportedAt AS at, plan.task AS task, plan.id AS plan, step.num AS step, step.toolName AS tool, step.outcome AS outcome,
       step.error AS error, learning.recoveryApproach AS worked, learning.humanReasoning AS said, learning.verified AS verified
ORDER BY at DESC, plan, step, learning.id

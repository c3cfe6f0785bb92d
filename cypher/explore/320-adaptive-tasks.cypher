// explore/320-adaptive-tasks: The latest adaptive tasks
// One row a step, latest task first: what was tried, whether it was what was wanted, and how the task stands.
:params {namespace: "demo"};
MATCH (task:Task {namespace: $namespace})
WHERE task.id > ''
WITH task ORDER BY task.id DESC LIMIT 20
OPTIONAL MATCH (task)-[:HAS_STEP]->(step:TaskStep)
OPTIONAL MATCH (step)-[:TRIED]->(strategy:Strategy)
RETURN task.objective AS objective, task.status AS status, step.num AS step, strategy.id AS strategy,
       step.succeeded AS succeeded, step.at AS at, task.id AS task
ORDER BY task DESC, step

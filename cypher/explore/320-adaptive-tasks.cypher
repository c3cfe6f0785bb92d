// explore/320-adaptive-tasks: The latest adaptive tasks
// One row per step, latest task first: the action tried, whether its result was accepted, and the state of the task.
:params {namespace: "demo"};
MATCH (task:Task {namespace: $namespace})
WHERE task.id > ''
WITH task ORDER BY task.id DESC LIMIT 20
OPTIONAL MATCH (task)-[:HAS_STEP]->(step:TaskStep)
OPTIONAL MATCH (step)-[:TRIED]->(strategy:Strategy)
RETURN task.objective AS objective, task.status AS status, step.num AS step, strategy.id AS strategy,
       step.succeeded AS succeeded, step.at AS at, task.id AS task
ORDER BY task DESC, step

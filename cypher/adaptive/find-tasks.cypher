// adaptive/find-tasks: tasks with their steps in order. Nested values are JSON.
:params {namespace: "default", ids: ["t1"]};
UNWIND $ids AS id
MATCH (task:Task {namespace: $namespace, id: id})
RETURN
  task {.id, .objective, .intent, .methods, .maxSteps, .status, .progress, .nextAction, .llmFailure} AS task,
  COLLECT {
    MATCH (task)-[:HAS_STEP]->(step:TaskStep)
    RETURN step {
      .num, .action, .observation, .validation, .refinementPrompt, .progress, .nextAction, .strategyId, .succeeded,
      .requestHash, .judgement, .unjudged
    } AS step
    ORDER BY step.num
  } AS steps

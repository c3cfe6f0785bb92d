// explore/310-strategies-learned: Tasks from which strategies were learned
// Drawn as a graph: the strategies for one kind of request, with the steps and tasks from which they were learned.
:params {namespace: "demo", pattern: "numbers_request"};
MATCH (strategy:Strategy {namespace: $namespace, pattern: $pattern})
WHERE strategy.trust >= 0
WITH strategy ORDER BY strategy.trust DESC, strategy.id LIMIT 10
CALL (strategy) {
  MATCH tried = (strategy)<-[:TRIED]-(step:TaskStep)<-[:HAS_STEP]-(:Task)
  RETURN tried ORDER BY step.at DESC, step.taskId, step.num LIMIT 10
}
RETURN strategy, tried

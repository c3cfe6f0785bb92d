// outcomes/compare-task-steps: outcomes of validated steps of adaptive tasks whose prompt showed a strategy, and of
// other steps for its kind of request; also outcomes before and after a moment. For steps recorded before their
// prompt's contents were stored, only the latter comparison is possible. One row; none when the strategy does not
// exist.
//   $id     of the strategy
//   $since  beginning of "after"    $limit  maximum number of steps of tasks to look at, newest tasks first
// truncated: the namespace has more such steps.
:params {namespace: "default", id: "numbers_request/ai.process/deliver", since: datetime("2026-01-01"), limit: 10000};
MATCH (strategy:Strategy {namespace: $namespace, id: $id}) USING INDEX SEEK strategy:Strategy(namespace, id)
CALL () {
  MATCH (step:TaskStep) USING INDEX SEEK step:TaskStep(namespace, taskId, num)
  WHERE step.namespace = $namespace AND step.taskId IS NOT NULL AND step.num IS NOT NULL // ids of tasks are in the order of time
  RETURN step ORDER BY step.namespace DESC, step.taskId DESC, step.num DESC LIMIT toInteger($limit) + 1
}
WITH strategy, collect(step) AS found
CALL (strategy, found) {
  UNWIND found[0..toInteger($limit)] AS step
  WITH strategy, step
  // A step with an undecided result does not count as a try.
  WHERE step.strategyId STARTS WITH strategy.pattern + '/' AND EXISTS { (step)-[:TRIED]->(:Strategy) }
  WITH strategy.id IN step.shownIds AS isGiven, step.at >= $since AS isAfter, CASE WHEN step.succeeded THEN 1 ELSE 0 END AS success
  RETURN
    {n: count(CASE WHEN isGiven THEN 1 END), successes: sum(CASE WHEN isGiven THEN success ELSE 0 END)} AS given,
    {n: count(CASE WHEN NOT isGiven THEN 1 END), successes: sum(CASE WHEN NOT isGiven THEN success ELSE 0 END)} AS notGiven,
    {n: count(CASE WHEN isAfter THEN 1 END), successes: sum(CASE WHEN isAfter THEN success ELSE 0 END)} AS after,
    {n: count(CASE WHEN NOT isAfter THEN 1 END), successes: sum(CASE WHEN isAfter THEN 0 ELSE success END)} AS before
}
RETURN given, notGiven, after, before, size(found) > $limit AS truncated

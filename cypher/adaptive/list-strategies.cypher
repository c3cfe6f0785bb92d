// adaptive/list-strategies: strategies for the given kinds of requests, most trusted first.
//   $limit  maximum number for each kind
:params {namespace: "default", patterns: ["numbers_request"], limit: 100};
UNWIND $patterns AS pattern
CALL (pattern) {
  MATCH (strategy:Strategy {namespace: $namespace, pattern: pattern})
  WHERE strategy.trust >= 0
  RETURN strategy
  ORDER BY strategy.trust DESC, strategy.id
  LIMIT toInteger($limit)
}
RETURN strategy {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .pattern, .method, .action, .approach, .attempts,
  .successes, .objectives, .lastIssue, .lastIssueFor, .lastUpdated, .credited, .creditedSuccesses, .learned, .learnedFor,
  .workedInstruction, .workedParameters, .workedFor
} AS strategy
ORDER BY pattern, strategy.trust DESC, strategy.id

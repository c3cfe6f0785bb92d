// adaptive/find-strategies: strategies by id; unknown ids have no row.
:params {namespace: "default", ids: ["numbers_request/ai.process/deliver"]};
UNWIND $ids AS id
MATCH (strategy:Strategy {namespace: $namespace, id: id})
RETURN strategy {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .pattern, .method, .action, .approach, .attempts,
  .successes, .objectives, .lastIssue, .lastIssueFor, .lastUpdated, .credited, .creditedSuccesses, .learned, .learnedFor,
  .workedInstruction, .workedParameters, .workedFor
} AS strategy

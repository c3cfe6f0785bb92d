// adaptive/list-attempts: objectives, results and comments of the newest attempts of strategies. One row for each strategy
// that was tried, newest attempts first, without retracted ones.
//   $newest  maximum number of attempts of a strategy
:params {namespace: "default", ids: ["numbers_request/ai.process/deliver"], newest: 50};
UNWIND $ids AS id
CALL (id) {
  MATCH (entry:Evidence {namespace: $namespace, strategyId: id}) USING INDEX SEEK entry:Evidence(namespace, strategyId, sequence)
  WHERE entry.sequence >= 0 AND entry.retractedBy IS NULL AND entry.kind <> 'RETRACTION'
  WITH entry ORDER BY entry.sequence DESC LIMIT toInteger($newest)
  RETURN collect(entry {.objective, .objectiveHash, .comment, .taskId, success: entry.positive}) AS attempts
}
WITH id, attempts WHERE size(attempts) > 0
RETURN id, attempts

// adaptive/list-attempts: what strategies were tried for, and whether they served. One row a strategy that was tried: its newest
// attempts, newest first, without what was taken back. Those from before objectives were kept have none.
//   $newest  most attempts of a strategy
:params {namespace: "default", ids: ["numbers_request/ai.process/deliver"], newest: 50};
UNWIND $ids AS id
CALL (id) {
  MATCH (entry:Evidence {namespace: $namespace, strategyId: id}) USING INDEX SEEK entry:Evidence(namespace, strategyId, sequence)
  WHERE entry.sequence >= 0 AND entry.retractedBy IS NULL AND entry.kind <> 'RETRACTION'
  WITH entry ORDER BY entry.sequence DESC LIMIT toInteger($newest)
  RETURN collect(entry {.objective, .objectiveHash, success: entry.positive}) AS attempts
}
WITH id, attempts WHERE size(attempts) > 0
RETURN id, attempts

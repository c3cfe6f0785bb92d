// outcomes/compare-receipts: outcomes of contexts that contained a piece of knowledge, and of similar contexts that
// did not. A similar context has the same best other hit or, if there is no other hit, the same question. Also outcomes
// before and after a moment. One row.
//   $kind, $id  identify the knowledge
//   $since  beginning of "after"    $limit  maximum number of contexts with an outcome to look at, newest first
// truncated: the namespace has more such contexts.
// Planning prompts do not count as such contexts: they contain only one kind of knowledge.
:params {namespace: "default", kind: "MEMORY", id: "mem_1", since: datetime("2026-01-01"), limit: 10000};
CALL () {
  MATCH (receipt:Receipt) USING INDEX SEEK receipt:Receipt(namespace, outcomeAt)
  WHERE receipt.namespace = $namespace AND receipt.outcomeAt IS NOT NULL
  RETURN receipt ORDER BY receipt.namespace DESC, receipt.outcomeAt DESC LIMIT toInteger($limit) + 1
}
WITH collect(receipt) AS found
WITH found[0..toInteger($limit)] AS looked, size(found) > $limit AS truncated
WITH truncated, COLLECT {
  UNWIND looked AS receipt
  WITH receipt WHERE NOT receipt:PlanningPrompt
  // Uses the lists stored with the receipt: edges to deleted knowledge are gone.
  WITH receipt, [place IN range(0, size(receipt.ids) - 1) WHERE receipt.kinds[place] = $kind AND receipt.ids[place] = $id] AS own
  WITH receipt, size(own) > 0 AS isGiven,
    head([place IN range(0, size(receipt.ids) - 1) WHERE NOT place IN own | receipt.kinds[place] + ':' + receipt.ids[place]]) AS best
  RETURN {isGiven: isGiven, like: coalesce(best, '?' + receipt.query), isAfter: receipt.at >= $since,
    success: CASE WHEN receipt.success THEN 1 ELSE 0 END} AS unit
} AS units
WITH truncated, units, COLLECT { UNWIND units AS unit WITH unit WHERE unit.isGiven RETURN DISTINCT unit.like } AS likes
CALL (units, likes) {
  UNWIND units AS unit
  WITH unit.isGiven AS isGiven, unit.isAfter AS isAfter, unit.success AS success, unit.like IN likes AS isLike
  WHERE isLike
  RETURN
    {n: count(CASE WHEN isGiven THEN 1 END), successes: sum(CASE WHEN isGiven THEN success ELSE 0 END)} AS given,
    {n: count(CASE WHEN NOT isGiven THEN 1 END), successes: sum(CASE WHEN isGiven THEN 0 ELSE success END)} AS notGiven,
    {n: count(CASE WHEN isAfter THEN 1 END), successes: sum(CASE WHEN isAfter THEN success ELSE 0 END)} AS after,
    {n: count(CASE WHEN NOT isAfter THEN 1 END), successes: sum(CASE WHEN isAfter THEN 0 ELSE success END)} AS before
}
RETURN given, notGiven, after, before, truncated

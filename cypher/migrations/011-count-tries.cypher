// migrations/011-count-tries: how often each node was put to the test, and with success: the entries of its ledger that
// moved its trust and were not taken back, each by its share, and the successes of steps that are no entries.
// One row: the key of the last node it looked at (null when there was none left) and how many nodes it changed.
//   $after  namespace and ref it stopped at, empty at first     $batch  the maximum number of nodes it looks at
:params {after: ["default", "item:open_files"], batch: 500};
CALL () {
  MATCH (node:Knowledge)
  WHERE node.namespace = $after[0] AND node.ref > $after[1]
  RETURN node ORDER BY node.namespace, node.ref LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Knowledge)
  WHERE node.namespace > coalesce($after[0], '') AND node.ref IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.ref LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.ref LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE EXISTS { (node)-[:HAS_EVIDENCE]->() } OR EXISTS { (node)<-[:DERIVED_FROM]-() } // so that no other is locked
  REMOVE node.lock // takes the write lock before anything is counted
  WITH node, COLLECT {
    MATCH (node)-[:HAS_EVIDENCE]->(entry:Evidence)
    WHERE entry.trustAfter IS NOT NULL AND coalesce(entry.state, 'APPLIED') = 'APPLIED' AND entry.retractedBy IS NULL AND NOT entry.kind IN ['RETRACTION', 'RESTORED']
      AND (node:Strategy OR entry.positive OR entry.weight <> 1.0) // a factor of 1 moved nothing
    RETURN entry {.id, .positive, share: coalesce(entry.share, 1.0) * coalesce(entry.agentWeight, 1.0)} AS entry
  } AS entries
  WITH node, entries, [e IN entries WHERE e.positive | e.id] AS counted
  WITH node, entries, COUNT {
    MATCH (node)<-[:DERIVED_FROM]-(step:Step)
    WHERE step.outcome = 'SUCCESS' AND NOT step.carried
      AND NOT any(id IN counted WHERE id STARTS WITH 'report-step:' + step.planId + ':' + toString(step.num) + ':SUCCESS')
  } AS silent
  WITH node, reduce(sum = toFloat(silent), e IN entries | sum + e.share) AS tried,
    reduce(sum = toFloat(silent), e IN entries | sum + CASE WHEN e.positive THEN e.share ELSE 0.0 END) AS succeeded
  WITH node, tried, succeeded WHERE tried <> coalesce(node.tried, 0.0) OR succeeded <> coalesce(node.succeeded, 0.0)
  SET node.tried = tried, node.succeeded = succeeded
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.ref] END AS after, changed

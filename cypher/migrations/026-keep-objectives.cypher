// migrations/026-keep-objectives: the newest attempts of each strategy keep what they were tried for: the objective of their
// task, or what their remark says of it.
// One row: the key of the last strategy it looked at (null when there was none left) and how many attempts it changed.
//   $after  namespace and id it stopped at, empty at first     $batch  the maximum number of strategies it looks at
:params {after: ["default", "numbers_request/ai.process/deliver"], batch: 500};
CALL () {
  MATCH (node:Strategy)
  WHERE node.namespace = $after[0] AND node.id > $after[1]
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Strategy)
  WHERE node.namespace > coalesce($after[0], '') AND node.id IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  CALL (node) {
    MATCH (entry:Evidence {namespace: node.namespace, strategyId: node.id}) USING INDEX entry:Evidence(namespace, strategyId, sequence)
    WHERE entry.sequence >= 0
    RETURN entry ORDER BY entry.sequence DESC LIMIT 50
  }
  WITH node, entry WHERE entry.objective IS NULL
  OPTIONAL MATCH (task:Task {namespace: node.namespace, id: entry.taskId})
  WITH node, entry, coalesce(task.objective,
    CASE
      WHEN entry.comment STARTS WITH 'Succeeded: ' THEN substring(entry.comment, 11)
      WHEN entry.comment STARTS WITH 'Failed: ' THEN substring(entry.comment, 8)
    END) AS objective
  WITH node, entry, objective WHERE objective IS NOT NULL // so that no other is locked
  REMOVE node.lock // takes the write lock, as every writer of a ledger does
  SET entry.objective = left(trim(objective), 200)
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.id] END AS after, changed

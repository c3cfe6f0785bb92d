// migrations/005-unlock-steps: takes away the property `lock`, which 0.1.0 left on steps of plans.
// One row: the key of the last node it looked at (null when there was none left) and how many nodes it changed.
//   $after  namespace, plan and number it stopped at, empty at first     $batch  the maximum number of nodes it looks at
:params {after: ["default", "p1", 0], batch: 500};
CALL () {
  MATCH (node:Step)
  WHERE node.namespace = $after[0] AND node.planId = $after[1] AND node.num > $after[2]
  RETURN node ORDER BY node.namespace, node.planId, node.num LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Step)
  WHERE node.namespace = $after[0] AND node.planId > $after[1] AND node.num IS NOT NULL
  RETURN node ORDER BY node.namespace, node.planId, node.num LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Step)
  WHERE node.namespace > coalesce($after[0], '') AND node.planId IS NOT NULL AND node.num IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.planId, node.num LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.planId, node.num LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE node.lock IS NOT NULL // so that no other is locked
  REMOVE node.lock
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.planId, stop.num] END AS after, changed

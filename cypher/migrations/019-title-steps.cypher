// migrations/019-title-steps: gives steps of plans and of tasks that were stored without one a title, which Neo4j Browser writes
// into the node: their number, and what was done. Those of tasks come after those of plans.
// One row: label and key of the last node it looked at (the next label alone behind the last node of one; null when there was
// none left) and how many nodes it changed.
//   $after  label, namespace, plan or task, and number it stopped at, empty at first
//   $batch  the maximum number of nodes it looks at
:params {after: ["Step", "default", "p1", 0], batch: 500};
CALL () {
  UNWIND CASE WHEN coalesce($after[0], 'Step') = 'Step' THEN [1] ELSE [] END AS once
  MATCH (node:Step) WHERE node.namespace = $after[1] AND node.planId = $after[2] AND node.num > $after[3]
  RETURN node, node.planId AS of ORDER BY node.namespace, node.planId, node.num LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Step') = 'Step' THEN [1] ELSE [] END AS once
  MATCH (node:Step) WHERE node.namespace = $after[1] AND node.planId > $after[2] AND node.num IS NOT NULL
  RETURN node, node.planId AS of ORDER BY node.namespace, node.planId, node.num LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Step') = 'Step' THEN [1] ELSE [] END AS once
  MATCH (node:Step)
  WHERE node.namespace > coalesce($after[1], '') AND node.planId IS NOT NULL AND node.num IS NOT NULL
  RETURN node, node.planId AS of ORDER BY node.namespace, node.planId, node.num LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Step') = 'TaskStep' THEN [1] ELSE [] END AS once
  MATCH (node:TaskStep) WHERE node.namespace = $after[1] AND node.taskId = $after[2] AND node.num > $after[3]
  RETURN node, node.taskId AS of ORDER BY node.namespace, node.taskId, node.num LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Step') = 'TaskStep' THEN [1] ELSE [] END AS once
  MATCH (node:TaskStep) WHERE node.namespace = $after[1] AND node.taskId > $after[2] AND node.num IS NOT NULL
  RETURN node, node.taskId AS of ORDER BY node.namespace, node.taskId, node.num LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Step') = 'TaskStep' THEN [1] ELSE [] END AS once
  MATCH (node:TaskStep)
  WHERE node.namespace > coalesce($after[1], '') AND node.taskId IS NOT NULL AND node.num IS NOT NULL
  RETURN node, node.taskId AS of ORDER BY node.namespace, node.taskId, node.num LIMIT toInteger($batch)
}
WITH node, of ORDER BY node.namespace, of, node.num LIMIT toInteger($batch)
WITH collect(node) AS nodes, collect([node.namespace, of, node.num]) AS keys
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE node.title IS NULL // so that no other is locked
  SET node.title = toString(node.num) + ' ' +
    CASE WHEN node:Step THEN coalesce(node.toolName, '') ELSE coalesce(split(node.strategyId, '/')[1], '') END
  RETURN count(*) AS changed
}
WITH keys[-1] AS stop, changed, coalesce($after[0], 'Step') AS label
RETURN CASE WHEN stop IS NOT NULL THEN [label] + stop WHEN label = 'Step' THEN ['TaskStep', '', '', 0] END AS after, changed

// migrations/001-unlock-knowledge: takes away the property `lock`, which 0.1.0 left on items, memories and
// strategies.
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
  WITH node WHERE node.lock IS NOT NULL // so that no other is locked
  REMOVE node.lock
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.ref] END AS after, changed

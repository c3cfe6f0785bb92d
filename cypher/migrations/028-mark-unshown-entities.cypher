// migrations/028-mark-unshown-entities: entities stored by earlier versions of the service are marked, so that
// src/layers/shown/shown.worker.ts shows their types and properties: no statement can read the JSON that
// holds them.
// One row: the key of the last entity it looked at (null when there was none left) and how many entities it changed.
//   $after  namespace and id it stopped at, empty at first     $batch  the maximum number of entities it looks at
:params {after: ["default", "a"], batch: 500};
CALL () {
  MATCH (node:Entity)
  WHERE node.namespace = $after[0] AND node.id > $after[1]
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Entity)
  WHERE node.namespace > coalesce($after[0], '') AND node.id IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE node.rule IS NULL AND node.shownLabels IS NULL AND node.unshown IS NULL // so that no other is locked
  REMOVE node.lock // takes the write lock before anything is read
  WITH node WHERE node.rule IS NULL AND node.shownLabels IS NULL AND node.unshown IS NULL
  SET node.unshown = 'STORED'
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.id] END AS after, changed

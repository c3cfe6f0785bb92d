// migrations/024-scope-fluents: fluents without rules are marked as such, so that searches rank them behind what is defined.
// One row: the key of the last fluent it looked at (null when there was none left) and how many fluents it changed.
//   $after  namespace and id it stopped at, empty at first     $batch  the maximum number of fluents it looks at
:params {after: ["default", "MSA/gap"], batch: 500};
CALL () {
  MATCH (node:Fluent)
  WHERE node.namespace = $after[0] AND node.id > $after[1]
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Fluent)
  WHERE node.namespace > coalesce($after[0], '') AND node.id IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  WITH node AS fluent WHERE fluent.rules IS NULL AND fluent.scope IS NULL // so that no other is locked
  REMOVE fluent.lock // takes the write lock before anything is read
  WITH fluent WHERE fluent.rules IS NULL
  SET fluent.scope = 'without-rules'
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.id] END AS after, changed

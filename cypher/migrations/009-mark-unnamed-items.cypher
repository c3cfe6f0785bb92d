// migrations/009-mark-unnamed-items: items of versions that kept no names are marked, so that src/items/names.worker.ts writes
// them: what an item is called is read by rules that no statement holds. A catalog all of whose items are named or marked
// says so; before that, nothing is inferred from names in it.
// One row: the key of the last node it looked at (null when there was none left) and how many nodes it changed.
//   $after  namespace and id it stopped at, empty at first     $batch  the maximum number of nodes it looks at
:params {after: ["default", "open_files"], batch: 500};
CALL () {
  MATCH (node:KnowledgeItem)
  WHERE node.namespace = $after[0] AND node.id > $after[1]
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  MATCH (node:KnowledgeItem)
  WHERE node.namespace > coalesce($after[0], '') AND node.id IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE node.namesOf IS NULL // so that no other is locked
  REMOVE node.lock // takes the write lock before it is read again
  WITH node WHERE node.namesOf IS NULL
  SET node:UnnamedItem
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
CALL (stop) {
  // Those before the namespace in which it stopped.
  MATCH (catalog:Catalog)
  WHERE catalog.namespace >= coalesce($after[0], '') AND (stop IS NULL OR catalog.namespace < stop.namespace)
  SET catalog.named = true, catalog.namedAt = catalog.changedAt
  RETURN count(*) AS named
}
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.id] END AS after, changed

// migrations/027-index-versions: versions of knowledge that an undo removed, or that came back after one, get the facets of
// their node and the label by which the full-text index of earlier texts finds them.
// One row: the key of the last version it looked at (null when there was none left) and how many versions it changed.
//   $after  namespace, ref and number it stopped at, empty at first     $batch  the maximum number of versions it looks at
:params {after: ["default", "item:open_files", 0], batch: 500};
CALL () {
  MATCH (node:Version)
  WHERE node.namespace = $after[0] AND node.ref = $after[1] AND node.number > $after[2]
  RETURN node ORDER BY node.namespace, node.ref, node.number LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Version)
  WHERE node.namespace = $after[0] AND node.ref > $after[1] AND node.number IS NOT NULL
  RETURN node ORDER BY node.namespace, node.ref, node.number LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Version)
  WHERE node.namespace > coalesce($after[0], '') AND node.ref IS NOT NULL AND node.number IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.ref, node.number LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.ref, node.number LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE node.facets IS NULL // later versions have them from the start
  CALL (node) {
    MATCH (thing:Knowledge {namespace: node.namespace, ref: node.ref}) USING INDEX SEEK thing:Knowledge(namespace, ref)
    RETURN thing
   UNION ALL
    MATCH (thing:Undone {namespace: node.namespace, ref: node.ref}) USING INDEX SEEK thing:Undone(namespace, ref)
    RETURN thing
  }
  SET node:SearchedVersion, node.facets = thing.facets
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.ref, stop.number] END AS after, changed

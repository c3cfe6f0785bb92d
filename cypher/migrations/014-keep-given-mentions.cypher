// migrations/014-keep-given-mentions: what each piece was given as mentions is kept with it, so that its versions have it.
// One row: the key of the last piece it looked at (null when there was none left) and how many pieces it changed.
//   $after  namespace and id it stopped at, empty at first     $batch  the maximum number of pieces it looks at
:params {after: ["default", "les-rans-init"], batch: 500};
CALL () {
  MATCH (node:Piece)
  WHERE node.namespace = $after[0] AND node.id > $after[1]
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Piece)
  WHERE node.namespace > coalesce($after[0], '') AND node.id IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE node.mentioned IS NULL // so that no other is locked
  REMOVE node.lock // takes the write lock before anything is read
  WITH node, COLLECT {
    MATCH (node)-[mentions:MENTIONS]->(entity:Entity)
    WHERE mentions.by IS NULL
    RETURN entity.id ORDER BY entity.id
  } AS given
  SET node.mentioned = coalesce(node.mentioned, given)
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.id] END AS after, changed

// migrations/010-name-voices: whose the last signals for and against a memory are, of what was recorded before voices were
// kept; they stand in the entries. A voice is an agent and a session, which were not known then.
// One row: the key of the last node it looked at (null when there was none left) and how many nodes it changed.
//   $after  namespace and id it stopped at, empty at first     $batch  the maximum number of nodes it looks at
:params {after: ["default", "mem_1"], batch: 500};
CALL () {
  MATCH (node:Memory)
  WHERE node.namespace = $after[0] AND node.id > $after[1]
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  MATCH (node:Memory)
  WHERE node.namespace > coalesce($after[0], '') AND node.id IS NOT NULL // so that the index gives their order
  RETURN node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
}
WITH node ORDER BY node.namespace, node.id LIMIT toInteger($batch)
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE (node.supportedAt IS NOT NULL AND node.voicesFor IS NULL) OR (node.opposedAt IS NOT NULL AND node.voicesAgainst IS NULL) // so that no other is locked
  REMOVE node.lock // takes the write lock before they are read again
  WITH node WHERE (node.supportedAt IS NOT NULL AND node.voicesFor IS NULL) OR (node.opposedAt IS NOT NULL AND node.voicesAgainst IS NULL)
  WITH node,
    COLLECT {
      MATCH (node)-[:HAS_EVIDENCE]->(told:Evidence)
      WHERE told.at IN node.supportedAt AND told.positive AND told.kind <> 'RESTORED'
      WITH coalesce(told.agent, '') + '\n' + coalesce(told.session, '') AS voice, max(told.at) AS at
      RETURN {voice: voice, at: at} AS spoken ORDER BY at DESC, voice
    } AS supporting,
    COLLECT {
      MATCH (node)-[:HAS_EVIDENCE]->(told:Evidence)
      WHERE told.at IN node.opposedAt AND NOT told.positive
      WITH coalesce(told.agent, '') + '\n' + coalesce(told.session, '') AS voice, max(told.at) AS at
      RETURN {voice: voice, at: at} AS spoken ORDER BY at DESC, voice
    } AS opposing
  SET node.voicesFor = coalesce(node.voicesFor, [spoken IN supporting | spoken.voice]),
    node.voicesForAt = coalesce(node.voicesForAt, [spoken IN supporting | spoken.at]),
    node.voicesAgainst = coalesce(node.voicesAgainst, [spoken IN opposing | spoken.voice]),
    node.voicesAgainstAt = coalesce(node.voicesAgainstAt, [spoken IN opposing | spoken.at])
  RETURN count(*) AS changed
}
WITH last(nodes) AS stop, changed
RETURN CASE WHEN stop IS NULL THEN null ELSE [stop.namespace, stop.id] END AS after, changed

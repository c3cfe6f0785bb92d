// migrations/019-title-records: gives records that were stored without one a title, which Neo4j Browser writes into the node, as the
// statements that create these nodes do now: evidence, receipts, changes, check-ins, and sessions with their jobs.
// One row: label and key of the last node it looked at (the next label alone behind the last node of one; null when there was
// none left) and how many nodes it changed. Planned once, since planning takes longer than a batch, and every plan is the same.
//   $after  label, namespace and key it stopped at, empty at first     $batch  the maximum number of nodes it looks at
:params {after: ["Evidence", "default", "e1"], batch: 500};
CYPHER replan=skip
CALL () {
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'Change' THEN [1] ELSE [] END AS once
  MATCH (node:Change) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'Change' THEN [1] ELSE [] END AS once
  MATCH (node:Change) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'CheckIn' THEN [1] ELSE [] END AS once
  MATCH (node:CheckIn) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'CheckIn' THEN [1] ELSE [] END AS once
  MATCH (node:CheckIn) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'Evidence' THEN [1] ELSE [] END AS once
  MATCH (node:Evidence) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'Evidence' THEN [1] ELSE [] END AS once
  MATCH (node:Evidence) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'Receipt' THEN [1] ELSE [] END AS once
  MATCH (node:Receipt) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'Receipt' THEN [1] ELSE [] END AS once
  MATCH (node:Receipt) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'Session' THEN [1] ELSE [] END AS once
  MATCH (node:Session) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Change') = 'Session' THEN [1] ELSE [] END AS once
  MATCH (node:Session) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
}
WITH node, key ORDER BY node.namespace, key LIMIT toInteger($batch)
WITH collect(node) AS nodes, collect([node.namespace, key]) AS keys
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE node.title IS NULL // so that no other is locked
  SET node.title = CASE
    WHEN node:Change THEN replace(toLower(node.door), '_', ' ')
    WHEN node:CheckIn THEN left(node.text, 80)
    WHEN node:Evidence THEN replace(toLower(node.kind), '_', ' ') +
      CASE WHEN coalesce(node.positive, node.trustAfter >= node.trustBefore) THEN ' +' ELSE ' −' END
    WHEN node:Receipt THEN left(node.query, 80)
    ELSE node.id
  END
  RETURN count(*) AS titled
}
CALL (nodes) {
  UNWIND nodes AS node
  MATCH (node)<-[:FOR]-(job:Job) WHERE job.title IS NULL
  SET job.title = node.id
  RETURN count(*) AS jobs
}
WITH nodes, keys, titled + jobs AS changed
WITH changed, keys[-1] AS stop, coalesce($after[0], 'Change') AS label,
  ['Change', 'CheckIn', 'Evidence', 'Receipt', 'Session'] AS labels
WITH changed, stop, label,
  head([place IN range(1, size(labels) - 1) WHERE labels[place - 1] = label | labels[place]]) AS next
RETURN CASE WHEN stop IS NOT NULL THEN [label] + stop WHEN next IS NOT NULL THEN [next, '', ''] END AS after, changed

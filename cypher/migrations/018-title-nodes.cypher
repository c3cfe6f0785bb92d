// migrations/018-title-nodes: gives what was stored without one a title, which Neo4j Browser writes into the node, as the
// statements that create these nodes do now. Pieces get a caption instead, since searches read their titles. Trust, versions and
// times of update stay. One label after the other, so that one migration covers the labels of a key of two parts.
// One row: label and key of the last node it looked at (the next label alone behind the last node of one; null when there was
// none left) and how many nodes it changed. Planned once, since planning takes longer than a batch, and every plan is the same.
//   $after  label, namespace and id it stopped at, empty at first     $batch  the maximum number of nodes it looks at
:params {after: ["Learning", "default", "l1"], batch: 500};
CYPHER replan=skip
CALL () {
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Entity' THEN [1] ELSE [] END AS once
  MATCH (node:Entity) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Entity' THEN [1] ELSE [] END AS once
  MATCH (node:Entity) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Change' THEN [1] ELSE [] END AS once
  MATCH (node:Change) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Change' THEN [1] ELSE [] END AS once
  MATCH (node:Change) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'CheckIn' THEN [1] ELSE [] END AS once
  MATCH (node:CheckIn) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'CheckIn' THEN [1] ELSE [] END AS once
  MATCH (node:CheckIn) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Domain' THEN [1] ELSE [] END AS once
  MATCH (node:Domain) WHERE node.namespace = $after[1] AND node.name > $after[2]
  RETURN node, node.name AS key ORDER BY node.namespace, node.name LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Domain' THEN [1] ELSE [] END AS once
  MATCH (node:Domain) WHERE node.namespace > coalesce($after[1], '') AND node.name IS NOT NULL
  RETURN node, node.name AS key ORDER BY node.namespace, node.name LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Evidence' THEN [1] ELSE [] END AS once
  MATCH (node:Evidence) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Evidence' THEN [1] ELSE [] END AS once
  MATCH (node:Evidence) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Fluent' THEN [1] ELSE [] END AS once
  MATCH (node:Fluent) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Fluent' THEN [1] ELSE [] END AS once
  MATCH (node:Fluent) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'GenerationEvent' THEN [1] ELSE [] END AS once
  MATCH (node:GenerationEvent) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'GenerationEvent' THEN [1] ELSE [] END AS once
  MATCH (node:GenerationEvent) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Job' THEN [1] ELSE [] END AS once
  MATCH (node:Job) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Job' THEN [1] ELSE [] END AS once
  MATCH (node:Job) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Learning' THEN [1] ELSE [] END AS once
  MATCH (node:Learning) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Learning' THEN [1] ELSE [] END AS once
  MATCH (node:Learning) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Memory' THEN [1] ELSE [] END AS once
  MATCH (node:Memory) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Memory' THEN [1] ELSE [] END AS once
  MATCH (node:Memory) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Piece' THEN [1] ELSE [] END AS once
  MATCH (node:Piece) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Piece' THEN [1] ELSE [] END AS once
  MATCH (node:Piece) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Plan' THEN [1] ELSE [] END AS once
  MATCH (node:Plan) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Plan' THEN [1] ELSE [] END AS once
  MATCH (node:Plan) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Receipt' THEN [1] ELSE [] END AS once
  MATCH (node:Receipt) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Receipt' THEN [1] ELSE [] END AS once
  MATCH (node:Receipt) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Rules' THEN [1] ELSE [] END AS once
  MATCH (node:Rules) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Rules' THEN [1] ELSE [] END AS once
  MATCH (node:Rules) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Session' THEN [1] ELSE [] END AS once
  MATCH (node:Session) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Session' THEN [1] ELSE [] END AS once
  MATCH (node:Session) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'State' THEN [1] ELSE [] END AS once
  MATCH (node:State) WHERE node.namespace = $after[1] AND node.name > $after[2]
  RETURN node, node.name AS key ORDER BY node.namespace, node.name LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'State' THEN [1] ELSE [] END AS once
  MATCH (node:State) WHERE node.namespace > coalesce($after[1], '') AND node.name IS NOT NULL
  RETURN node, node.name AS key ORDER BY node.namespace, node.name LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Task' THEN [1] ELSE [] END AS once
  MATCH (node:Task) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Task' THEN [1] ELSE [] END AS once
  MATCH (node:Task) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
}
WITH node, key ORDER BY node.namespace, key LIMIT toInteger($batch)
WITH collect(node) AS nodes, collect([node.namespace, key]) AS keys
CALL (nodes) {
  UNWIND nodes AS node
  WITH node WHERE node.title IS NULL OR (node:Piece AND node.caption IS NULL)
  REMOVE node.lock // entities and pieces may be renamed meanwhile
  WITH node,
    CASE
      WHEN node:Change THEN replace(toLower(node.door), '_', ' ')
      WHEN node:CheckIn THEN left(node.text, 80)
      WHEN node:Domain OR node:State THEN node.name
      WHEN node:Entity THEN coalesce(node.label, CASE WHEN node.rule THEN node.name END, node.id)
      WHEN node:Evidence THEN replace(toLower(node.kind), '_', ' ') +
        CASE WHEN coalesce(node.positive, node.trustAfter >= node.trustBefore) THEN ' +' ELSE ' −' END
      WHEN node:GenerationEvent THEN node.activity + ' ' + toLower(node.stage)
      WHEN node:Job THEN node.sessionId
      WHEN node:Learning OR node:Plan THEN left(node.task, 80)
      WHEN node:Piece THEN CASE node.title WHEN '' THEN left(node.content, 80) ELSE node.title END
      WHEN node:Receipt THEN left(node.query, 80)
      WHEN node:Rules THEN COLLECT { MATCH (node)<-[:HAS_VERSION]-(fluent:Fluent) RETURN fluent.name }[0] + ' v' + toString(node.number)
      WHEN node:Session THEN node.id
      WHEN node:Task THEN left(node.objective, 80)
    END AS title
  SET node.title = coalesce(node.title, title, node.id), node.caption = CASE WHEN node:Piece THEN title END
  RETURN count(*) AS changed
}
CALL (nodes) {
  UNWIND nodes AS node
  MATCH (node:Fluent)-[:HAS_VALUE]->(value:FluentValue) WHERE value.title IS NULL
  SET value.title = value.value
  RETURN count(*) AS values
}
CALL (nodes) {
  UNWIND nodes AS node
  MATCH (node:Memory)-[:PROMOTED]->(promotion:Promotion) WHERE promotion.title IS NULL
  SET promotion.title = toLower(promotion.from) + ' → ' + toLower(promotion.to)
  RETURN count(*) AS promotions
}
WITH changed + values + promotions AS changed, keys[-1] AS stop, coalesce($after[0], 'Entity') AS label,
  ['Entity', 'Change', 'CheckIn', 'Domain', 'Evidence', 'Fluent', 'GenerationEvent',
    'Job', 'Learning', 'Memory', 'Piece', 'Plan', 'Receipt', 'Rules', 'Session', 'State', 'Task'] AS labels
WITH changed, stop, label,
  head([place IN range(1, size(labels) - 1) WHERE labels[place - 1] = label | labels[place]]) AS next
RETURN CASE WHEN stop IS NOT NULL THEN [label] + stop WHEN next IS NOT NULL THEN [next, '', ''] END AS after, changed

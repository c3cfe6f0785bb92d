// migrations/018-title-knowledge: gives what was stored without one a title, which Neo4j Browser writes into the node, as the
// statements that create these nodes do now: entities, plans and tasks with their steps, and what hangs on knowledge. Pieces get
// a caption instead, since searches read their titles. Trust, versions and times of update stay.
// One row: label and key of the last node it looked at (the next label alone behind the last node of one; null when there was
// none left) and how many nodes it changed. Planned once, since planning takes longer than a batch, and every plan is the same.
//   $after  label, namespace and key it stopped at, empty at first     $batch  the maximum number of nodes it looks at
:params {after: ["Plan", "default", "p1"], batch: 500};
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
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Knowledge' THEN [1] ELSE [] END AS once
  MATCH (node:Knowledge) WHERE node.namespace = $after[1] AND node.ref > $after[2]
  RETURN node, node.ref AS key ORDER BY node.namespace, node.ref LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Knowledge' THEN [1] ELSE [] END AS once
  MATCH (node:Knowledge) WHERE node.namespace > coalesce($after[1], '') AND node.ref IS NOT NULL
  RETURN node, node.ref AS key ORDER BY node.namespace, node.ref LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Plan' THEN [1] ELSE [] END AS once
  MATCH (node:Plan) WHERE node.namespace = $after[1] AND node.id > $after[2]
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
UNION ALL
  UNWIND CASE WHEN coalesce($after[0], 'Entity') = 'Plan' THEN [1] ELSE [] END AS once
  MATCH (node:Plan) WHERE node.namespace > coalesce($after[1], '') AND node.id IS NOT NULL
  RETURN node, node.id AS key ORDER BY node.namespace, node.id LIMIT toInteger($batch)
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
  WITH node WHERE (node.title IS NULL AND NOT node:Knowledge) OR (node:Piece AND node.caption IS NULL)
  REMOVE node.lock // entities and pieces may be renamed meanwhile
  WITH node,
    CASE
      WHEN node:Piece THEN CASE node.title WHEN '' THEN left(node.content, 80) ELSE node.title END
      WHEN node:Entity THEN coalesce(node.label, CASE WHEN node.rule THEN node.name END, node.id)
      ELSE left(coalesce(node.task, node.objective, node.id), 80)
    END AS title
  SET node.title = coalesce(node.title, title), node.caption = CASE WHEN node:Piece THEN title END
  RETURN count(*) AS titled
}
CALL (nodes) {
  UNWIND nodes AS node
  MATCH (node)-[:HAS_STEP|HAS_LEARNING|HAD_LEARNING|HAS_VALUE|HAS_VERSION|IN_DOMAIN|PROMOTED|REQUIRES|PRODUCES]->(near)
  WHERE near.title IS NULL AND NOT near:Knowledge
  WITH DISTINCT node, near
  SET near.title = CASE
    WHEN near:Step THEN toString(near.num) + ' ' + coalesce(near.toolName, '')
    WHEN near:TaskStep THEN toString(near.num) + ' ' + coalesce(split(near.strategyId, '/')[1], '')
    WHEN near:Learning THEN left(near.task, 80)
    WHEN near:FluentValue THEN near.value
    WHEN near:Rules THEN node.name + ' v' + toString(near.number)
    WHEN near:Promotion THEN toLower(near.from) + ' → ' + toLower(near.to)
    ELSE near.name
  END
  RETURN count(*) AS around
}
WITH nodes, keys, titled + around AS changed
WITH changed, keys[-1] AS stop, coalesce($after[0], 'Entity') AS label,
  ['Entity', 'Knowledge', 'Plan', 'Task'] AS labels
WITH changed, stop, label,
  head([place IN range(1, size(labels) - 1) WHERE labels[place - 1] = label | labels[place]]) AS next
RETURN CASE WHEN stop IS NOT NULL THEN [label] + stop WHEN next IS NOT NULL THEN [next, '', ''] END AS after, changed

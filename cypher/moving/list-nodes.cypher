// moving/list-nodes: a page of a namespace's nodes of one label, ordered by key, for an export. One row per node: its
// properties with their types, attached nodes without a key of their own, and the number of relationships that start at
// it.
//   $page  namespace; label; after: last key of the previous page (src/moving/labels.ts); batch: maximum number of
//          nodes; without: properties to leave out. Labels and properties that only show others are left out, too
:params {page: {namespace: "default", label: "KnowledgeItem", after: [""], batch: 500, without: ["namespace", "embedding0"]}};
CALL () {
  UNWIND CASE WHEN $page.label = 'CapturedSession' THEN [1] ELSE [] END AS once
  MATCH (n:CapturedSession) USING INDEX SEEK n:CapturedSession(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'CapturedTurn' THEN [1] ELSE [] END AS once
  MATCH (n:CapturedTurn) USING INDEX SEEK n:CapturedTurn(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Catalog' THEN [1] ELSE [] END AS once
  MATCH (n:Catalog {namespace: $page.namespace}) USING INDEX SEEK n:Catalog(namespace)
  RETURN n, [] AS key
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Change' THEN [1] ELSE [] END AS once
  MATCH (n:Change) USING INDEX SEEK n:Change(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'CheckIn' THEN [1] ELSE [] END AS once
  MATCH (n:CheckIn) USING INDEX SEEK n:CheckIn(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Document' THEN [1] ELSE [] END AS once
  MATCH (n:Document) USING INDEX SEEK n:Document(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'DocumentName' THEN [1] ELSE [] END AS once
  MATCH (n:DocumentName) USING INDEX SEEK n:DocumentName(namespace, key)
  WHERE n.namespace = $page.namespace AND n.key > $page.after[0]
  RETURN n, [n.key] AS key ORDER BY n.key LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Domain' THEN [1] ELSE [] END AS once
  MATCH (n:Domain) USING INDEX SEEK n:Domain(namespace, name)
  WHERE n.namespace = $page.namespace AND n.name > $page.after[0]
  RETURN n, [n.name] AS key ORDER BY n.name LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Entity' THEN [1] ELSE [] END AS once
  MATCH (n:Entity) USING INDEX SEEK n:Entity(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'EntityAlias' THEN [1] ELSE [] END AS once
  MATCH (n:EntityAlias) USING INDEX SEEK n:EntityAlias(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0] AND NOT n:Entity
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Evidence' THEN [1] ELSE [] END AS once
  MATCH (n:Evidence) USING INDEX SEEK n:Evidence(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Fluent' THEN [1] ELSE [] END AS once
  MATCH (n:Fluent) USING INDEX SEEK n:Fluent(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'GenerationEvent' THEN [1] ELSE [] END AS once
  MATCH (n:GenerationEvent) USING INDEX SEEK n:GenerationEvent(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'ItemName' THEN [1] ELSE [] END AS once
  MATCH (n:ItemName) USING INDEX SEEK n:ItemName(namespace, key, application, hash)
  WHERE n.namespace = $page.namespace AND n.key >= $page.after[0] AND n.application IS NOT NULL AND n.hash IS NOT NULL
    AND (n.key > $page.after[0] OR n.application > $page.after[1] OR n.application = $page.after[1] AND n.hash > $page.after[2])
  RETURN n, [n.key, n.application, n.hash] AS key ORDER BY n.key, n.application, n.hash LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'KnowledgeItem' THEN [1] ELSE [] END AS once
  MATCH (n:KnowledgeItem) USING INDEX SEEK n:KnowledgeItem(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'KnowledgeLayers' THEN [1] ELSE [] END AS once
  MATCH (n:KnowledgeLayers {namespace: $page.namespace}) USING INDEX SEEK n:KnowledgeLayers(namespace)
  RETURN n, [] AS key
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Learning' THEN [1] ELSE [] END AS once
  MATCH (n:Learning) USING INDEX SEEK n:Learning(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Memory' THEN [1] ELSE [] END AS once
  MATCH (n:Memory) USING INDEX SEEK n:Memory(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'MemoryTitle' THEN [1] ELSE [] END AS once
  MATCH (n:MemoryTitle) USING INDEX SEEK n:MemoryTitle(namespace, key)
  WHERE n.namespace = $page.namespace AND n.key > $page.after[0]
  RETURN n, [n.key] AS key ORDER BY n.key LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Message' THEN [1] ELSE [] END AS once
  MATCH (n:Message) USING INDEX SEEK n:Message(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Name' THEN [1] ELSE [] END AS once
  MATCH (n:Name) USING INDEX SEEK n:Name(namespace, name)
  WHERE n.namespace = $page.namespace AND n.name > $page.after[0]
  RETURN n, [n.name] AS key ORDER BY n.name LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Piece' THEN [1] ELSE [] END AS once
  MATCH (n:Piece) USING INDEX SEEK n:Piece(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Plan' THEN [1] ELSE [] END AS once
  MATCH (n:Plan) USING INDEX SEEK n:Plan(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Receipt' THEN [1] ELSE [] END AS once
  MATCH (n:Receipt) USING INDEX SEEK n:Receipt(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Sample' THEN [1] ELSE [] END AS once
  MATCH (n:Sample {namespace: $page.namespace}) USING INDEX SEEK n:Sample(namespace)
  RETURN n, [] AS key
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Session' THEN [1] ELSE [] END AS once
  MATCH (n:Session) USING INDEX SEEK n:Session(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'State' THEN [1] ELSE [] END AS once
  MATCH (n:State) USING INDEX SEEK n:State(namespace, name)
  WHERE n.namespace = $page.namespace AND n.name > $page.after[0]
  RETURN n, [n.name] AS key ORDER BY n.name LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Step' THEN [1] ELSE [] END AS once
  MATCH (n:Step) USING INDEX SEEK n:Step(namespace, planId, num)
  WHERE n.namespace = $page.namespace AND n.planId >= $page.after[0] AND n.num IS NOT NULL AND (n.planId > $page.after[0] OR n.num > $page.after[1])
  RETURN n, [n.planId, n.num] AS key ORDER BY n.planId, n.num LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Strategy' THEN [1] ELSE [] END AS once
  MATCH (n:Strategy) USING INDEX SEEK n:Strategy(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Task' THEN [1] ELSE [] END AS once
  MATCH (n:Task) USING INDEX SEEK n:Task(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'TaskStep' THEN [1] ELSE [] END AS once
  MATCH (n:TaskStep) USING INDEX SEEK n:TaskStep(namespace, taskId, num)
  WHERE n.namespace = $page.namespace AND n.taskId >= $page.after[0] AND n.num IS NOT NULL AND (n.taskId > $page.after[0] OR n.num > $page.after[1])
  RETURN n, [n.taskId, n.num] AS key ORDER BY n.taskId, n.num LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Trial' THEN [1] ELSE [] END AS once
  MATCH (n:Trial) USING INDEX SEEK n:Trial(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Turn' THEN [1] ELSE [] END AS once
  MATCH (n:Turn) USING INDEX SEEK n:Turn(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Undoing' THEN [1] ELSE [] END AS once
  MATCH (n:Undoing {namespace: $page.namespace}) USING INDEX SEEK n:Undoing(namespace)
  RETURN n, [] AS key
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Undone' THEN [1] ELSE [] END AS once
  MATCH (n:Undone) USING INDEX SEEK n:Undone(namespace, ref)
  WHERE n.namespace = $page.namespace AND n.ref > $page.after[0]
  RETURN n, [n.ref] AS key ORDER BY n.ref LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'UndoneCheckIn' THEN [1] ELSE [] END AS once
  MATCH (n:UndoneCheckIn) USING INDEX SEEK n:UndoneCheckIn(namespace, id)
  WHERE n.namespace = $page.namespace AND n.id > $page.after[0]
  RETURN n, [n.id] AS key ORDER BY n.id LIMIT toInteger($page.batch)
 UNION ALL
  UNWIND CASE WHEN $page.label = 'Version' THEN [1] ELSE [] END AS once
  MATCH (n:Version) USING INDEX SEEK n:Version(namespace, ref, number)
  WHERE n.namespace = $page.namespace AND n.ref >= $page.after[0] AND n.number IS NOT NULL AND (n.ref > $page.after[0] OR n.number > $page.after[1])
  RETURN n, [n.ref, n.number] AS key ORDER BY n.ref, n.number LIMIT toInteger($page.batch)
}
RETURN elementId(n) AS node, key, [label IN labels(n) WHERE NOT label IN coalesce(n.shownLabels, [])] AS labels,
  [name IN keys(n) WHERE NOT name IN $page.without AND NOT name IN coalesce(n.shownProperties, []) | [name, n[name], valueType(n[name])]] AS entries,
  COLLECT {
    MATCH (n)-[r:HAS_VALUE|PROMOTED]->(part)
    RETURN {type: type(r), labels: labels(part), entries: [name IN keys(part) | [name, part[name], valueType(part[name])]]}
  } AS parts,
  COUNT { (n)-->() } AS degree
ORDER BY key

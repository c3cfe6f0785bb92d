// moving/count-nodes: number of nodes of each label in a namespace that an export would write (src/moving/labels.ts).
// One row per label.
:params {namespace: "default"};
MATCH (n:CapturedSession) USING INDEX SEEK n:CapturedSession(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'CapturedSession' AS label, count(n) AS nodes
UNION ALL
MATCH (n:CapturedTurn) USING INDEX SEEK n:CapturedTurn(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'CapturedTurn' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Catalog) USING INDEX SEEK n:Catalog(namespace)
WHERE n.namespace = $namespace
RETURN 'Catalog' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Change) USING INDEX SEEK n:Change(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Change' AS label, count(n) AS nodes
UNION ALL
MATCH (n:CheckIn) USING INDEX SEEK n:CheckIn(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'CheckIn' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Document) USING INDEX SEEK n:Document(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Document' AS label, count(n) AS nodes
UNION ALL
MATCH (n:DocumentName) USING INDEX SEEK n:DocumentName(namespace, key)
WHERE n.namespace = $namespace AND n.key IS NOT NULL
RETURN 'DocumentName' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Domain) USING INDEX SEEK n:Domain(namespace, name)
WHERE n.namespace = $namespace AND n.name IS NOT NULL
RETURN 'Domain' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Entity) USING INDEX SEEK n:Entity(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Entity' AS label, count(n) AS nodes
UNION ALL
MATCH (n:EntityAlias) USING INDEX SEEK n:EntityAlias(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL AND NOT n:Entity
RETURN 'EntityAlias' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Evidence) USING INDEX SEEK n:Evidence(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Evidence' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Fluent) USING INDEX SEEK n:Fluent(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Fluent' AS label, count(n) AS nodes
UNION ALL
MATCH (n:GenerationEvent) USING INDEX SEEK n:GenerationEvent(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'GenerationEvent' AS label, count(n) AS nodes
UNION ALL
MATCH (n:ItemName) USING INDEX SEEK n:ItemName(namespace, key, application, hash)
WHERE n.namespace = $namespace AND n.key IS NOT NULL AND n.application IS NOT NULL AND n.hash IS NOT NULL
RETURN 'ItemName' AS label, count(n) AS nodes
UNION ALL
MATCH (n:KnowledgeItem) USING INDEX SEEK n:KnowledgeItem(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'KnowledgeItem' AS label, count(n) AS nodes
UNION ALL
MATCH (n:KnowledgeLayers) USING INDEX SEEK n:KnowledgeLayers(namespace)
WHERE n.namespace = $namespace
RETURN 'KnowledgeLayers' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Learning) USING INDEX SEEK n:Learning(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Learning' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Memory) USING INDEX SEEK n:Memory(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Memory' AS label, count(n) AS nodes
UNION ALL
MATCH (n:MemoryTitle) USING INDEX SEEK n:MemoryTitle(namespace, key)
WHERE n.namespace = $namespace AND n.key IS NOT NULL
RETURN 'MemoryTitle' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Message) USING INDEX SEEK n:Message(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Message' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Name) USING INDEX SEEK n:Name(namespace, name)
WHERE n.namespace = $namespace AND n.name IS NOT NULL
RETURN 'Name' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Piece) USING INDEX SEEK n:Piece(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Piece' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Plan) USING INDEX SEEK n:Plan(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Plan' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Receipt) USING INDEX SEEK n:Receipt(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Receipt' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Sample) USING INDEX SEEK n:Sample(namespace)
WHERE n.namespace = $namespace
RETURN 'Sample' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Session) USING INDEX SEEK n:Session(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Session' AS label, count(n) AS nodes
UNION ALL
MATCH (n:State) USING INDEX SEEK n:State(namespace, name)
WHERE n.namespace = $namespace AND n.name IS NOT NULL
RETURN 'State' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Step) USING INDEX SEEK n:Step(namespace, planId, num)
WHERE n.namespace = $namespace AND n.planId IS NOT NULL AND n.num IS NOT NULL
RETURN 'Step' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Strategy) USING INDEX SEEK n:Strategy(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Strategy' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Task) USING INDEX SEEK n:Task(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Task' AS label, count(n) AS nodes
UNION ALL
MATCH (n:TaskStep) USING INDEX SEEK n:TaskStep(namespace, taskId, num)
WHERE n.namespace = $namespace AND n.taskId IS NOT NULL AND n.num IS NOT NULL
RETURN 'TaskStep' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Trial) USING INDEX SEEK n:Trial(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Trial' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Turn) USING INDEX SEEK n:Turn(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'Turn' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Undoing) USING INDEX SEEK n:Undoing(namespace)
WHERE n.namespace = $namespace
RETURN 'Undoing' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Undone) USING INDEX SEEK n:Undone(namespace, ref)
WHERE n.namespace = $namespace AND n.ref IS NOT NULL
RETURN 'Undone' AS label, count(n) AS nodes
UNION ALL
MATCH (n:UndoneCheckIn) USING INDEX SEEK n:UndoneCheckIn(namespace, id)
WHERE n.namespace = $namespace AND n.id IS NOT NULL
RETURN 'UndoneCheckIn' AS label, count(n) AS nodes
UNION ALL
MATCH (n:Version) USING INDEX SEEK n:Version(namespace, ref, number)
WHERE n.namespace = $namespace AND n.ref IS NOT NULL AND n.number IS NOT NULL
RETURN 'Version' AS label, count(n) AS nodes

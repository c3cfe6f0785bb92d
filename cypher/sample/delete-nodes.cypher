// sample/delete-nodes: delete a part of all data of a namespace. The caller repeats it until nothing is deleted.
// Attached
// nodes without a key of their own are deleted with their node. One row: number of deleted nodes.
//   $batch  maximum number of deleted nodes that have a key
:params {namespace: "demo", batch: 500};
CALL () {
  MATCH (n:Knowledge {namespace: $namespace}) WHERE n.ref IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Evidence {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:State {namespace: $namespace}) WHERE n.name IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Learning {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Receipt {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Trial {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Plan {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Step {namespace: $namespace}) WHERE n.planId IS NOT NULL AND n.num IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:MemoryTitle {namespace: $namespace}) WHERE n.key IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Session {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Job {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Entity {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:CheckIn {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Domain {namespace: $namespace}) WHERE n.name IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:GenerationEvent {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Task {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:TaskStep {namespace: $namespace}) WHERE n.taskId IS NOT NULL AND n.num IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Name {namespace: $namespace}) WHERE n.name IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:ItemName {namespace: $namespace}) WHERE n.key IS NOT NULL AND n.application IS NOT NULL AND n.hash IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Version {namespace: $namespace}) WHERE n.ref IS NOT NULL AND n.number IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Change {namespace: $namespace}) WHERE n.id IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:WordCount {namespace: $namespace}) WHERE n.word IS NOT NULL RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:DeletedEntity {namespace: $namespace}) RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:DeletedItem {namespace: $namespace}) RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:UnnamedItem {namespace: $namespace}) RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:WordStatistics {namespace: $namespace}) RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Catalog {namespace: $namespace}) RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:KnowledgeLayers {namespace: $namespace}) RETURN n LIMIT toInteger($batch)
 UNION ALL
  MATCH (n:Sample {namespace: $namespace}) RETURN n LIMIT toInteger($batch)
}
WITH DISTINCT n LIMIT toInteger($batch)
OPTIONAL MATCH (n)-[:HAS_VALUE|PROMOTED]->(part)
WITH collect(DISTINCT n) + collect(DISTINCT part) AS nodes
FOREACH (node IN nodes | DETACH DELETE node)
RETURN size(nodes) AS deleted

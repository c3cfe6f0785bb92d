// context/estimate-size: roughly how many bytes the nodes of a namespace take, with their properties and relationships, but
// without indexes. One row. Nodes are counted in an index, and of each label a sample is measured.
//   $sample  number of measured nodes of each label
// Sizes of records are those of Neo4j's record format: 15 bytes for a node, 41 for a property, 34 for a relationship, which
// two nodes share.
:params {namespace: "demo", sample: 50};
CALL () {
  RETURN COUNT {
      MATCH (n:Knowledge {namespace: $namespace}) USING INDEX SEEK n:Knowledge(namespace, ref) WHERE n.ref >= ''
    } AS nodes, COLLECT {
      MATCH (n:Knowledge {namespace: $namespace}) USING INDEX SEEK n:Knowledge(namespace, ref) WHERE n.ref >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Evidence {namespace: $namespace}) USING INDEX SEEK n:Evidence(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Evidence {namespace: $namespace}) USING INDEX SEEK n:Evidence(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Receipt {namespace: $namespace}) USING INDEX SEEK n:Receipt(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Receipt {namespace: $namespace}) USING INDEX SEEK n:Receipt(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Version {namespace: $namespace}) USING INDEX SEEK n:Version(namespace, ref, number) WHERE n.ref >= '' AND n.number >= 0
    } AS nodes, COLLECT {
      MATCH (n:Version {namespace: $namespace}) USING INDEX SEEK n:Version(namespace, ref, number) WHERE n.ref >= '' AND n.number >= 0
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Change {namespace: $namespace}) USING INDEX SEEK n:Change(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Change {namespace: $namespace}) USING INDEX SEEK n:Change(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Learning {namespace: $namespace}) USING INDEX SEEK n:Learning(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Learning {namespace: $namespace}) USING INDEX SEEK n:Learning(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Plan {namespace: $namespace}) USING INDEX SEEK n:Plan(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Plan {namespace: $namespace}) USING INDEX SEEK n:Plan(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Step {namespace: $namespace}) USING INDEX SEEK n:Step(namespace, planId, num) WHERE n.planId >= '' AND n.num >= 0
    } AS nodes, COLLECT {
      MATCH (n:Step {namespace: $namespace}) USING INDEX SEEK n:Step(namespace, planId, num) WHERE n.planId >= '' AND n.num >= 0
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Entity {namespace: $namespace}) USING INDEX SEEK n:Entity(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Entity {namespace: $namespace}) USING INDEX SEEK n:Entity(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Document {namespace: $namespace}) USING INDEX SEEK n:Document(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Document {namespace: $namespace}) USING INDEX SEEK n:Document(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Session {namespace: $namespace}) USING INDEX SEEK n:Session(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Session {namespace: $namespace}) USING INDEX SEEK n:Session(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Turn {namespace: $namespace}) USING INDEX SEEK n:Turn(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Turn {namespace: $namespace}) USING INDEX SEEK n:Turn(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:Task {namespace: $namespace}) USING INDEX SEEK n:Task(namespace, id) WHERE n.id >= ''
    } AS nodes, COLLECT {
      MATCH (n:Task {namespace: $namespace}) USING INDEX SEEK n:Task(namespace, id) WHERE n.id >= ''
      RETURN n LIMIT toInteger($sample)
    } AS some
 UNION ALL
  RETURN COUNT {
      MATCH (n:TaskStep {namespace: $namespace}) USING INDEX SEEK n:TaskStep(namespace, taskId, num) WHERE n.taskId >= '' AND n.num >= 0
    } AS nodes, COLLECT {
      MATCH (n:TaskStep {namespace: $namespace}) USING INDEX SEEK n:TaskStep(namespace, taskId, num) WHERE n.taskId >= '' AND n.num >= 0
      RETURN n LIMIT toInteger($sample)
    } AS some
}
WITH nodes, [n IN some |
  reduce(bytes = 15 + 17 * COUNT { (n)--() }, key IN keys(n) | bytes + 41 + CASE
    WHEN NOT n[key] IS :: LIST<ANY> THEN size(coalesce(toStringOrNull(n[key]), ''))
    WHEN head(n[key]) IS :: STRING THEN reduce(characters = 0, text IN n[key] | characters + size(text))
    ELSE 8 * size(n[key])
  END)] AS sizes
WITH nodes * CASE WHEN size(sizes) = 0 THEN 0.0 ELSE toFloat(reduce(sum = 0, bytes IN sizes | sum + bytes)) / size(sizes) END AS bytes
RETURN sum(bytes) AS bytes

// items/read-dependents: the graph of all direct and indirect dependents of items. Same rows as
// items/read-prerequisites, followed in the opposite direction.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (:KnowledgeItem {namespace: $namespace, id: id})<-[:REQUIRES|PRODUCED_BY*0..]-(node)
WITH DISTINCT node
RETURN
  node.id AS id,
  node.name AS name,
  COLLECT {
    MATCH (node)-[required:REQUIRES]->(target)
    RETURN CASE WHEN target:State THEN 'state:' + target.name ELSE 'item:' + target.id END ORDER BY required.position
  } AS requires,
  head(COLLECT {
    MATCH (node)-[:PRODUCED_BY]->(producer)
    RETURN producer.id ORDER BY producer.trust DESC, producer.id LIMIT 1
  }) AS producer

// items/read-prerequisites: the graph of all direct and indirect prerequisites of items, each node once. A row is an
// item (id) with its prerequisites (item:… or state:…), or a state (name) with the item that produces it; of several,
// the most trusted one, then the smallest id. DISTINCT lets the planner prune; without it, all paths of a dense
// catalog are enumerated.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (:KnowledgeItem {namespace: $namespace, id: id})-[:REQUIRES|PRODUCED_BY*0..]->(node)
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

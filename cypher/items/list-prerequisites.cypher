// items/list-prerequisites: all prerequisites of a namespace, in order, each with the item that provides it (null if
// unresolved).
:params {namespace: "default"};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > ""
MATCH (item)-[required:REQUIRES]->(target)
RETURN
  item.id AS id,
  required.name AS name,
  coalesce(target.id, head(COLLECT {
    MATCH (target)-[:PRODUCED_BY]->(producer)
    RETURN producer.id ORDER BY producer.trust DESC, producer.id LIMIT 1
  })) AS requires
ORDER BY id, required.position

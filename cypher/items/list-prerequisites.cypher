// items/list-prerequisites: every prerequisite of a namespace and the item it leads to (null: unresolved), in order.
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

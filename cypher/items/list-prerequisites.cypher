// items/list-prerequisites: the items of a namespace that have prerequisites, in order, each with its prerequisites in the order of
// its list, and for each the item that provides it (null if unresolved).
:params {namespace: "default"};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > "" AND EXISTS { (item)-[:REQUIRES]->() }
RETURN item.id AS id, COLLECT {
  MATCH (item)-[required:REQUIRES]->(target)
  RETURN {name: required.name, requires: CASE WHEN target:State
    THEN head(COLLECT {
      MATCH (target)-[:PRODUCED_BY]->(producer)
      RETURN producer.id ORDER BY producer.trust DESC, producer.id LIMIT 1
    })
    ELSE target.id END}
  ORDER BY required.position
} AS prerequisites
ORDER BY id

// items/list-unresolved: prerequisites that match neither an item nor a state that an item produces, as written in
// the items.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})-[required:REQUIRES]->(state:State)
USING INDEX SEEK item:KnowledgeItem(namespace, id)
WHERE NOT EXISTS { (state)-[:PRODUCED_BY]->() }
WITH id, required.name AS name, required.position AS position
ORDER BY position
RETURN id, collect(name) AS names

// items/list-unresolved: prerequisites of items that are neither an item nor a state some item produces, as they stand.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})-[required:REQUIRES]->(state:State)
WHERE NOT EXISTS { (state)-[:PRODUCED_BY]->() }
WITH id, required.name AS name, required.position AS position
ORDER BY position
RETURN id, collect(name) AS names

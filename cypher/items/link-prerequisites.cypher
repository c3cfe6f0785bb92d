// items/link-prerequisites: link items to their prerequisites: to the item with that id or, if there is none, to the
// state with that name.
//   $rows  id, names (each once, in the order of the item's list)
:params {namespace: "default", rows: [{id: "open_files", names: ["app_open"]}]};
UNWIND $rows AS row
MATCH (item:KnowledgeItem {namespace: $namespace, id: row.id})
UNWIND range(0, size(row.names) - 1) AS position
WITH item, position, row.names[position] AS name
OPTIONAL MATCH (required:KnowledgeItem {namespace: $namespace, id: name})
FOREACH (_ IN CASE WHEN required IS NULL THEN [] ELSE [1] END |
  CREATE (item)-[:REQUIRES {name: name, position: position}]->(required)
)
FOREACH (_ IN CASE WHEN required IS NULL THEN [1] ELSE [] END |
  MERGE (state:State {namespace: $namespace, name: name}) ON CREATE SET state.title = state.name
  CREATE (item)-[:REQUIRES {name: name, position: position}]->(state)
)

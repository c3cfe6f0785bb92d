// items/link-prerequisites: link items to their prerequisites: to the item with that id or, if there is none, to the
// state with that name.
//   $rows  id, name (each pair once), position in the item's list
:params {namespace: "default", rows: [{id: "open_files", name: "app_open", position: 0}]};
UNWIND $rows AS row
MATCH (item:KnowledgeItem {namespace: $namespace, id: row.id})
OPTIONAL MATCH (required:KnowledgeItem {namespace: $namespace, id: row.name})
FOREACH (_ IN CASE WHEN required IS NULL THEN [] ELSE [1] END |
  CREATE (item)-[:REQUIRES {name: row.name, position: toInteger(row.position)}]->(required)
)
FOREACH (_ IN CASE WHEN required IS NULL THEN [1] ELSE [] END |
  MERGE (state:State {namespace: $namespace, name: row.name}) ON CREATE SET state.title = state.name
  CREATE (item)-[:REQUIRES {name: row.name, position: toInteger(row.position)}]->(state)
)

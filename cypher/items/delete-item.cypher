// items/delete-item: hide an item with all its learnings and evidence; sweep-items deletes them afterwards in
// batches. Items that required it now require the state of the same name. Returns one row with the names of the
// states that the item was linked to, and its own names; no row if there is no such item.
:params {namespace: "default", id: "open_files"};
MATCH (item:KnowledgeItem {namespace: $namespace, id: $id})
REMOVE item.lock
WITH item,
  COLLECT { MATCH (item)-[named:REQUIRES]->(state:State) RETURN state.name } +
  COLLECT { MATCH (item)-[:PRODUCES]->(state:State) RETURN state.name } AS states,
  COLLECT { MATCH (item)-[:GOES_BY]->(name:ItemName) RETURN name {.key, .application, .hash} } AS names,
  COLLECT { MATCH (requiring:KnowledgeItem)-[named:REQUIRES]->(item) WHERE requiring <> item RETURN named } AS incoming
CALL (item, incoming) {
  UNWIND incoming AS named
  WITH named, startNode(named) AS requiring
  MERGE (state:State {namespace: $namespace, name: $id}) ON CREATE SET state.title = state.name
  CREATE (requiring)-[:REQUIRES {name: named.name, position: named.position}]->(state)
}
CALL (item) {
  MATCH (item)-[edge:REQUIRES|PRODUCES|PRODUCED_BY|GOES_BY]-()
  DELETE edge
}
REMOVE item:KnowledgeItem:Knowledge:UnnamedItem
SET item:DeletedItem
RETURN states, names

// items/hide-items: hide items that an undo takes away, with their learnings and evidence, until a later change
// brings them back. Items that required one of them now require the state of the same name. Returns one row
// for each item that exists, with the names of the states that it was linked to, and its own names.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
CALL (id) {
  MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
  REMOVE item.lock
  WITH item,
    COLLECT { MATCH (item)-[:REQUIRES]->(state:State) RETURN state.name } +
    COLLECT { MATCH (item)-[:PRODUCES]->(state:State) RETURN state.name } AS states,
    COLLECT { MATCH (item)-[:GOES_BY]->(name:ItemName) RETURN name {.key, .application, .hash} } AS names,
    COLLECT { MATCH (requiring:KnowledgeItem)-[named:REQUIRES]->(item) WHERE requiring <> item RETURN named } AS incoming
  CALL (id, incoming) {
    UNWIND incoming AS named
    WITH id, named, startNode(named) AS requiring
    MERGE (state:State {namespace: $namespace, name: id}) ON CREATE SET state.title = state.name
    CREATE (requiring)-[:REQUIRES {name: named.name, position: named.position}]->(state)
  }
  CALL (item) {
    MATCH (item)-[edge:REQUIRES|PRODUCES|PRODUCED_BY|GOES_BY]-()
    DELETE edge
  }
  REMOVE item:KnowledgeItem:Knowledge:UnnamedItem
  SET item:Undone, item.number = coalesce(item.number, 1) + 1
  RETURN states, names
}
RETURN id, states, names

// items/claim-states: whoever required a state of this name requires the new item of this id from now on.
// Returns the names of states that lost an item; no item may have them any more.
:params {namespace: "default", ids: ["app_open"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
CALL (item) {
  MATCH (state:State {namespace: $namespace, name: item.id})<-[named:REQUIRES]-(requiring:KnowledgeItem)
  CREATE (requiring)-[:REQUIRES {name: named.name, position: named.position}]->(item)
  DELETE named
  RETURN DISTINCT state.name AS name
}
RETURN DISTINCT name

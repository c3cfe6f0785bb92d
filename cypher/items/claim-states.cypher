// items/claim-states: make items that require a state with one of these names require the new item with this id
// instead. Returns the names of the states that lost a link, so that unused ones can be deleted.
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

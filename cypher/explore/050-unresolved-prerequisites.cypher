// explore/050-unresolved-prerequisites: Prerequisites that lead nowhere
// Names that match neither an item nor the output of one. Most are typing errors, or belong to a missing item.
:params {namespace: "demo"};
MATCH (state:State {namespace: $namespace})
WHERE state.name > '' AND NOT (state)-[:PRODUCED_BY]->()
MATCH (item:KnowledgeItem)-[:REQUIRES]->(state)
RETURN state.name AS prerequisite, collect(item.id) AS requiredBy
ORDER BY prerequisite

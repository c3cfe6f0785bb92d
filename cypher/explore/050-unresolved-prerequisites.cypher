// explore/050-unresolved-prerequisites: Prerequisites that lead nowhere
// Names that match neither an item nor the output of one. Most are typing errors, or belong to a missing item.
:params {namespace: "demo"};
MATCH (state:State {namespace: $namespace})
WHERE state.name > '' AND NOT (state)-[:PRODUCED_BY]->()
MATCH (item:KnowledgeItem)-[:REQUIRES]->(state)
WITH state.name AS prerequisite, collect(item.id) AS requiredBy
WITH collect({name: prerequisite, items: requiredBy}) AS found
UNWIND CASE found WHEN [] THEN [{name: 'None: every prerequisite is an item, or the output of one', items: []}] ELSE found END AS row
RETURN row.name AS prerequisite, row.items AS requiredBy
ORDER BY prerequisite

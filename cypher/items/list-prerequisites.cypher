// items/list-prerequisites: all items of a namespace, in order, with what decides which item provides a prerequisite. It
// reads no relationships: those of 10,000 items with 50,000 prerequisites take four times as long.
:params {namespace: "default"};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > ""
RETURN item.id AS id, item.prerequisites AS prerequisites, item.outputState AS outputState, item.trust AS trust
ORDER BY id

// items/export-items: all items of a namespace, ordered by id, with their learnings in the order in which they were
// recorded.
:params {namespace: "default"};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > ""
RETURN
  item {
    .id, .description, .uiLocation, .actionSequence, .shortcut, .prerequisites, .outputState, .docCitation, .parameters,
    .application, .extra, .trust, .givenFields
  } AS item,
  COLLECT {
    MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
    RETURN properties(learning)
    ORDER BY learning.createdAt, learning.ordinal, learning.id
  } AS learnings
ORDER BY item.id

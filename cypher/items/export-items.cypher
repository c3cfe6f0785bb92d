// items/export-items: every item of a namespace with its learnings in the order they were recorded, by id.
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

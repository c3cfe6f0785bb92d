// items/export-items: every item of a namespace with its learnings in the order they were recorded, by id.
:params {namespace: "default"};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > ""
RETURN
  item.id AS id, item.description AS description, item.uiLocation AS uiLocation, item.actionSequence AS actionSequence,
  item.shortcut AS shortcut, item.prerequisites AS prerequisites, item.outputState AS outputState,
  item.docCitation AS docCitation, item.parameters AS parameters, item.application AS application, item.extra AS extra,
  item.trust AS trust, item.givenFields AS givenFields,
  COLLECT {
    MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
    RETURN properties(learning)
    ORDER BY learning.createdAt, learning.ordinal, learning.id
  } AS learnings
ORDER BY id

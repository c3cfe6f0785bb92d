// items/find-items: items by their ids; those that do not exist are left out.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
RETURN
  item.ref AS ref, item.id AS id, item.kind AS kind, item.title AS title, item.text AS text, item.trust AS trust,
  item.createdAt AS createdAt, item.updatedAt AS updatedAt, item.application AS application,
  item.description AS description, item.uiLocation AS uiLocation, item.actionSequence AS actionSequence,
  item.shortcut AS shortcut, item.prerequisites AS prerequisites, item.outputState AS outputState,
  item.docCitation AS docCitation, item.parameters AS parameters, item.extra AS extra

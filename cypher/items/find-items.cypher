// items/find-items: items by id; ids that do not exist are left out.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id}) USING INDEX SEEK item:KnowledgeItem(namespace, id)
RETURN item {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .application, .description, .uiLocation,
  .actionSequence, .shortcut, .prerequisites, .outputState, .docCitation, .parameters, .extra
} AS item

// items/revive-items: items that an undo took away and that are written again, under the lock of the catalog: they have their
// learnings and evidence again. One row each; none for what no undo took away.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:Undone {namespace: $namespace, ref: 'item:' + id}) USING INDEX SEEK item:Undone(namespace, ref)
REMOVE item:Undone, item.documentHash // so that all of it is written
SET item:KnowledgeItem:Knowledge
RETURN id

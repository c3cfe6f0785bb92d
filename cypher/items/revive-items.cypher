// items/revive-items: bring back items that an undo hid and that are now written again, with their learnings and
// evidence. Needs the lock of the catalog. One row each; none for items that no undo hid.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:Undone {namespace: $namespace, ref: 'item:' + id}) USING INDEX SEEK item:Undone(namespace, ref)
REMOVE item:Undone, item.documentHash // without a hash, the following save writes the whole item
SET item:KnowledgeItem:Knowledge
RETURN id

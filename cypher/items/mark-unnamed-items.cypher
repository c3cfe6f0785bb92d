// items/mark-unnamed-items: mark items whose names will be written later, in batches.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
SET item:UnnamedItem, item.namesOf = null

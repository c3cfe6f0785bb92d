// items/mark-unnamed-items: the names of these items are written behind this, in parts.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
SET item:UnnamedItem, item.namesOf = null

// items/find-item-texts: the embedded texts of stored items; ids that do not exist are left out.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
RETURN item.id AS id, item.title AS title, item.text AS text

// items/find-item-texts: what is embedded of items as they stand; those that do not exist are left out.
:params {namespace: "default", ids: ["open_files"]};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
RETURN item.id AS id, item.title AS title, item.text AS text

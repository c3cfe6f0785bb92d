// items/list-unnamed-items: some items of a namespace that wait for their names to be written, with what they are called by.
//   $limit  maximum number of rows
:params {namespace: "default", limit: 200};
MATCH (item:UnnamedItem {namespace: $namespace})
WHERE item:KnowledgeItem AND coalesce(item.namesOf, '') <> coalesce(item.documentHash, '')
RETURN item {.id, .description, .uiLocation, .actionSequence, .shortcut} AS item, coalesce(item.documentHash, '') AS documentHash
ORDER BY item.id
LIMIT toInteger($limit)

// items/list-unnamed-items: items of a namespace whose names have not been stored yet, with the fields that names are read from.
//   $limit  maximum number of rows
:params {namespace: "default", limit: 200};
MATCH (item:UnnamedItem {namespace: $namespace})
WHERE item:KnowledgeItem AND coalesce(item.namesOf, '') <> coalesce(item.documentHash, '')
RETURN item {.id, .description, .uiLocation, .actionSequence, .shortcut} AS item, coalesce(item.documentHash, '') AS documentHash
ORDER BY item.id
LIMIT toInteger($limit)

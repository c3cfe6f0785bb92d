// items/list-item-names: what the items of a catalog are called, by id.
//   $application  only items of this application and those of none; null for all       $limit  maximum number of rows
:params {namespace: "default", application: null, limit: 20001};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > "" AND ($application IS NULL OR item.application IS NULL OR item.application = $application)
RETURN item {.id, .description, .uiLocation, .actionSequence, .shortcut} AS item
ORDER BY item.id
LIMIT toInteger($limit)

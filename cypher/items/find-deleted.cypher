// items/find-deleted: one row while something is left of an item whose deletion has begun.
:params {namespace: "default"};
MATCH (item:DeletedItem {namespace: $namespace})
RETURN item.id AS id LIMIT 1

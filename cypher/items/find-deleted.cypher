// items/find-deleted: one row as long as remains exist of an item whose deletion has begun.
:params {namespace: "default"};
MATCH (item:DeletedItem {namespace: $namespace})
RETURN item.id AS id LIMIT 1

// layers/find-undone-load: the newest load since $since that is undone. One row, or none.
:params {namespace: "default", since: datetime("2000-01-01T00:00:00Z")};
MATCH (change:Change {namespace: $namespace}) USING INDEX SEEK change:Change(namespace, at)
WHERE change.at >= $since AND change.door = 'LOAD_KNOWLEDGE' AND change.undone
RETURN change.id AS id
ORDER BY change.at DESC, change.id DESC
LIMIT 1

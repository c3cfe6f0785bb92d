// memories/list-forgettable: memories of all namespaces that were archived before a time, those first that were archived first.
// Those that were merged into others go with them and are left out. One row for each.
//   $after   archivedAt and id at which the last page stopped    $limit  maximum rows
:params {before: datetime("2000-01-01T00:00:00Z"), after: {archivedAt: datetime("0001-01-01T00:00:00Z"), id: ""}, limit: 100};
MATCH (memory:Memory) USING INDEX SEEK memory:Memory(archivedAt)
WHERE $after.archivedAt <= memory.archivedAt < $before AND memory.mergedInto IS NULL
  AND (memory.archivedAt > $after.archivedAt OR memory.id > $after.id)
RETURN memory.namespace AS namespace, memory.id AS id, memory.visibility AS visibility, memory.archivedAt AS archivedAt
ORDER BY archivedAt, id LIMIT toInteger($limit)

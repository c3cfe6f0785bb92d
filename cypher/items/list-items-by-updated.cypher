// items/list-items-by-updated: one page of item ids, most recently changed first, ties by id.
//   $afterTime, $afterId  cursor: the last item of the previous page; null starts at the first
//   $latest               a time after all changes, which bounds the index range
//   $maxTrust      only items with at most this trust; null for all
//   $withLearnings true: only items with learnings; false: only items without; null: all
:params {namespace: "default", afterTime: null, afterId: null, latest: datetime("9999-01-01T00:00:00Z"), maxTrust: null, withLearnings: null, limit: 20};
MATCH (item:Knowledge {namespace: $namespace, kind: "ITEM"})
WHERE item.updatedAt <= coalesce($afterTime, $latest)
  AND ($afterId IS NULL OR item.updatedAt < $afterTime OR item.id > $afterId)
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN item.id AS id, item.updatedAt AS updatedAt
ORDER BY updatedAt DESC, id
LIMIT toInteger($limit)

// items/list-items-by-id: one page of item ids, ordered by id.
//   $afterId       cursor: last id of the previous page; null starts at the first
//   $maxTrust      only items with at most this trust; null for all
//   $withLearnings true: only items with learnings; false: only items without; null: all
:params {namespace: "default", afterId: null, maxTrust: null, withLearnings: null, limit: 20};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > coalesce($afterId, "")
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN item.id AS id
ORDER BY id
LIMIT toInteger($limit)

// items/list-items-by-id: ids of a page of items, by id.
//   $afterId       only items behind this id; null from the start
//   $maxTrust      only items trusted no more than this; null for all
//   $withLearnings only items with (true) or without (false) learnings; null for all
:params {namespace: "default", afterId: null, maxTrust: null, withLearnings: null, limit: 20};
MATCH (item:KnowledgeItem {namespace: $namespace})
WHERE item.id > coalesce($afterId, "")
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN item.id AS id
ORDER BY id
LIMIT toInteger($limit)

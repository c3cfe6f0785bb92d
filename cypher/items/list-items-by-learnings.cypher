// items/list-items-by-learnings: one page of item ids, those with most learnings first, ties by id.
//   $afterCount, $afterId  cursor: the last item of the previous page; null starts at the first
//   $maxTrust      only items with at most this trust; null for all
//   $withLearnings true: only items with learnings; false: only items without; null: all
:params {namespace: "default", afterCount: null, afterId: null, maxTrust: null, withLearnings: null, limit: 20};
MATCH (item:Knowledge {namespace: $namespace, kind: "ITEM"})
WHERE item.trust >= 0.0 // true for every item; the condition lets the planner use the index
WITH item, COUNT { (item)-[:HAS_LEARNING]->() } AS learnings
WHERE ($afterId IS NULL OR learnings < $afterCount OR (learnings = $afterCount AND item.id > $afterId))
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN item.id AS id, learnings
ORDER BY learnings DESC, id
LIMIT toInteger($limit)

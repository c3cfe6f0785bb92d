// items/list-items-by-learnings: ids of a page of items, most learnings first, ties by id.
//   $afterCount, $afterId  only items behind this one; null from the start
//   $maxTrust      only items trusted no more than this; null for all
//   $withLearnings only items with (true) or without (false) learnings; null for all
:params {namespace: "default", afterCount: null, afterId: null, maxTrust: null, withLearnings: null, limit: 20};
MATCH (item:Knowledge {namespace: $namespace, kind: "ITEM"})
WHERE item.trust >= 0.0 // every item; lets the index serve
WITH item, COUNT { (item)-[:HAS_LEARNING]->() } AS learnings
WHERE ($afterId IS NULL OR learnings < $afterCount OR (learnings = $afterCount AND item.id > $afterId))
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN item.id AS id, learnings
ORDER BY learnings DESC, id
LIMIT toInteger($limit)

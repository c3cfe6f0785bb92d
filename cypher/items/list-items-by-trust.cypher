// items/list-items-by-trust: ids of a page of items, least trusted first, ties by id.
//   $afterTrust, $afterId  only items behind this one; null from the start
//   $maxTrust      only items trusted no more than this; null for all
//   $withLearnings only items with (true) or without (false) learnings; null for all
:params {namespace: "default", afterTrust: null, afterId: null, maxTrust: null, withLearnings: null, limit: 20};
MATCH (item:Knowledge {namespace: $namespace, kind: "ITEM"})
WHERE item.trust >= coalesce($afterTrust, 0.0)
  AND ($afterId IS NULL OR item.trust > $afterTrust OR item.id > $afterId)
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN item.id AS id, item.trust AS trust
ORDER BY trust, id
LIMIT toInteger($limit)

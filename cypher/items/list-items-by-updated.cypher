// items/list-items-by-updated: ids of a page of items, last changed first, ties by id.
//   $afterTime, $afterId  only items behind this one; null from the start
//   $latest               later than every change
//   $maxTrust      only items trusted no more than this; null for all
//   $withLearnings only items with (true) or without (false) learnings; null for all
:params {namespace: "default", afterTime: null, afterId: null, latest: datetime("9999-01-01T00:00:00Z"), maxTrust: null, withLearnings: null, limit: 20};
MATCH (item:Knowledge {namespace: $namespace, kind: "ITEM"})
WHERE item.updatedAt <= coalesce($afterTime, $latest)
  AND ($afterId IS NULL OR item.updatedAt < $afterTime OR item.id > $afterId)
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN item.id AS id, item.updatedAt AS updatedAt
ORDER BY updatedAt DESC, id
LIMIT toInteger($limit)

// items/list-items-by-trust: one page of item ids, lowest trust first, ties by id.
//   $afterTrust, $afterId  cursor: the last item of the previous page; null starts at the first
//   $maxTrust      only items with at most this trust; null for all
//   $withLearnings true: only items with learnings; false: only items without; null: all
:params {namespace: "default", afterTrust: null, afterId: null, maxTrust: null, withLearnings: null, limit: 20};
MATCH (item:Knowledge {namespace: $namespace, kind: "ITEM"})
WHERE item.trust >= coalesce($afterTrust, 0.0)
  AND ($afterId IS NULL OR item.trust > $afterTrust OR item.id > $afterId)
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN item.id AS id, item.trust AS trust
ORDER BY trust, id
LIMIT toInteger($limit)

// items/count-items: how many items a filter leaves.
//   $maxTrust      only items trusted no more than this; null for all
//   $withLearnings only items with (true) or without (false) learnings; null for all
:params {namespace: "default", maxTrust: null, withLearnings: null};
MATCH (item:Knowledge {namespace: $namespace, kind: "ITEM"})
WHERE item.trust >= 0.0 // every item; lets the index serve
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN count(item) AS total

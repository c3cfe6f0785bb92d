// items/count-items: the number of items that match a filter.
//   $maxTrust      only items with at most this trust; null for all
//   $withLearnings true: only items with learnings; false: only items without; null: all
:params {namespace: "default", maxTrust: null, withLearnings: null};
MATCH (item:Knowledge {namespace: $namespace, kind: "ITEM"})
WHERE item.trust >= 0.0 // true for every item; the condition lets the planner use the index
  AND ($maxTrust IS NULL OR item.trust <= $maxTrust)
  AND ($withLearnings IS NULL OR EXISTS { (item)-[:HAS_LEARNING]->() } = $withLearnings)
RETURN count(item) AS total

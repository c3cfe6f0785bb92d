// explore/010-items-by-trust: The items with the lowest trust
// A failed or corrected step costs an item 5 % of its trust, down to 0.5. The documentation of the first items is the
// most likely to be wrong.
:params {namespace: "demo"};
MATCH (item:Knowledge {namespace: $namespace, kind: 'ITEM'})
WHERE item.trust >= 0
WITH item ORDER BY item.trust, item.id LIMIT 25
RETURN item.id AS item, item.trust AS trust, COUNT { (item)-[:HAS_LEARNING]->() } AS learnings,
       COUNT { (item)<-[:GAVE]-() } AS given, item.updatedAt AS changed
ORDER BY trust, item

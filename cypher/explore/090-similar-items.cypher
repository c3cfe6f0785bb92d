// explore/090-similar-items: Items with similar meaning
// Needs an embedder: compares the vectors of the active model. Pairs with a similarity near 1 may be duplicates.
:params {namespace: "demo", itemId: "open_files"};
MATCH (item:KnowledgeItem {namespace: $namespace, id: $itemId})
MATCH (other:Knowledge {namespace: $namespace, kind: 'ITEM'})
WHERE other.trust >= 0 AND other <> item
WITH item, other,
  CASE
    WHEN item.embedding0 IS NOT NULL AND item.model0 = other.model0 THEN vector.similarity.cosine(item.embedding0, other.embedding0)
    WHEN item.model1 = other.model1 THEN vector.similarity.cosine(item.embedding1, other.embedding1)
  END AS similarity
WHERE similarity IS NOT NULL
RETURN other.id AS id, other.title AS title, 2 * similarity - 1 AS cosine
ORDER BY cosine DESC, id LIMIT 10

// items/mark-stale-items: marks some items whose names are not those of their documentation, so that they are written again.
// When there were fewer than so many, all are marked, and the catalog says so. Under the lock of the catalog.
// One row: how many it marked.
//   $limit  maximum number of items
:params {namespace: "default", limit: 1000};
MATCH (catalog:Catalog {namespace: $namespace})
CALL () {
  MATCH (item:KnowledgeItem {namespace: $namespace})
  WHERE item.id > "" AND NOT item:UnnamedItem
    AND (coalesce(item.namesOf, '') <> coalesce(item.documentHash, '') OR EXISTS {
      MATCH (item)-[:GOES_BY]->(name:ItemName) WHERE name.application <> coalesce(item.application, '')
    })
  WITH item LIMIT toInteger($limit)
  SET item:UnnamedItem, item.namesOf = null
  RETURN count(*) AS marked
}
FOREACH (_ IN CASE WHEN marked < $limit THEN [1] ELSE [] END | SET catalog.named = true)
RETURN marked

// items/mark-stale-items: mark items whose stored names do not belong to their present documentation, so that their
// names are written again. If fewer than $limit were found, the catalog is recorded as complete. Needs the lock of
// the catalog. One row: the number of items marked.
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

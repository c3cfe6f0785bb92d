// items/find-naming: whether the names of all items of a namespace are stored. One row.
//   $application  only items of this application and those without one; null for all
:params {namespace: "default", application: null};
OPTIONAL MATCH (catalog:Catalog {namespace: $namespace})
RETURN coalesce(catalog.named AND catalog.namedAt = catalog.changedAt, false) AND NOT EXISTS {
  MATCH (item:UnnamedItem {namespace: $namespace})
  WHERE $application IS NULL OR coalesce(item.application, '') IN ['', $application]
} AS complete

// items/list-unnamed-catalogs: namespaces whose catalog a writer changed that keeps no names.
:params {};
MATCH (catalog:Catalog)
WHERE catalog.namespace > "" AND (catalog.named = false OR (catalog.named AND catalog.namedAt <> catalog.changedAt))
RETURN catalog.namespace AS namespace
ORDER BY namespace

// items/list-unnamed-catalogs: namespaces whose catalog was changed by a version of the service that stores no names.
:params {};
MATCH (catalog:Catalog)
WHERE catalog.namespace > "" AND (catalog.named = false OR (catalog.named AND catalog.namedAt <> catalog.changedAt))
RETURN catalog.namespace AS namespace
ORDER BY namespace

// items/mark-hidden: record in the catalog that an undo has hidden items of it. Needs the lock of the catalog.
:params {namespace: "default"};
MATCH (catalog:Catalog {namespace: $namespace})
SET catalog.hidden = true

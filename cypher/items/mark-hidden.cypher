// items/mark-hidden: says of a catalog that an undo took items of it away, under its lock.
:params {namespace: "default"};
MATCH (catalog:Catalog {namespace: $namespace})
SET catalog.hidden = true

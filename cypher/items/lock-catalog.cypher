// items/lock-catalog: takes the lock under which the items of a namespace, their names and their prerequisites are rewritten.
// Whether a name is an item or a state depends on what else is there, so writers of one catalog go one after another.
// named: every item has its names or is marked; of catalogs of older versions a migration says so. A writer that keeps no
// names, of a version before, changes changedAt alone: the catalog is looked through again then.
// One row: whether an undo took items of it away, which may return.
:params {namespace: "default", now: datetime()};
MERGE (catalog:Catalog {namespace: $namespace})
ON CREATE SET catalog.named = true
SET catalog.named = CASE WHEN catalog.named AND catalog.namedAt <> catalog.changedAt THEN false ELSE catalog.named END
SET catalog.changedAt = $now, catalog.namedAt = $now
RETURN coalesce(catalog.hidden, false) AS hidden

// items/lock-catalog: take the lock that every writer of items, names and prerequisites of a namespace must hold.
// Whether a prerequisite is an item or a state depends on which items exist, so writers of one catalog must take
// turns. named: true once every item has its names or is marked as unnamed; for catalogs of older versions a
// migration sets it. A writer of an older version, which stores no names, changes only changedAt; the catalog is then
// checked again. One row: whether an undo hid items that may return.
:params {namespace: "default", now: datetime()};
MERGE (catalog:Catalog {namespace: $namespace})
ON CREATE SET catalog.named = true
SET catalog.named = CASE WHEN catalog.named AND catalog.namedAt <> catalog.changedAt THEN false ELSE catalog.named END
SET catalog.changedAt = $now, catalog.namedAt = $now
RETURN coalesce(catalog.hidden, false) AS hidden

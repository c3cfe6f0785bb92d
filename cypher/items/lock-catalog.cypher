// items/lock-catalog: takes the lock under which the items of a namespace and their prerequisites are rewritten.
// Whether a name is an item or a state depends on what else is there, so writers of one catalog go one after another.
:params {namespace: "default", now: datetime()};
MERGE (catalog:Catalog {namespace: $namespace})
SET catalog.changedAt = $now

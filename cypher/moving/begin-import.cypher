// moving/begin-import: mark an import into a namespace as running. One row: false if another import is running.
:params {namespace: "default", hash: "a1", now: datetime()};
MERGE (i:NamespaceImport {namespace: $namespace})
ON CREATE SET i.hash = $hash, i.batches = 0, i.startedAt = $now
RETURN i.hash = $hash AS begun

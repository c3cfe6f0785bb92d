// moving/begin-import: notes that an import into a namespace has begun. One row: false where another one is under way.
:params {namespace: "default", hash: "a1", now: datetime()};
MERGE (i:NamespaceImport {namespace: $namespace})
ON CREATE SET i.hash = $hash, i.batches = 0, i.startedAt = $now
RETURN i.hash = $hash AS begun

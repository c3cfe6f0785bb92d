// documents/sweep-names: delete those of the given names that no document has and no reference looks up. No rows.
:params {namespace: "default", keys: ["path:notes\npumps.md"]};
UNWIND $keys AS key
MATCH (name:DocumentName {namespace: $namespace, key: key})
WHERE NOT EXISTS { (name)<-[:GOES_BY|SEEKS]-() }
DELETE name

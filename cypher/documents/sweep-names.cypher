// documents/sweep-names: names that no document goes by or looks for any more go. No rows.
:params {namespace: "default", keys: ["path:notes\npumps.md"]};
UNWIND $keys AS key
MATCH (name:DocumentName {namespace: $namespace, key: key})
WHERE NOT EXISTS { (name)<-[:GOES_BY|SEEKS]-() }
DELETE name

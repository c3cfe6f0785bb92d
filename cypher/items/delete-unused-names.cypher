// items/delete-unused-names: of these names, those by which no item goes and no step's item was inferred.
//   $names  key, application, hash
:params {namespace: "default", names: [{key: "open", application: "", hash: "h1"}]};
UNWIND $names AS given
MATCH (name:ItemName {namespace: $namespace, key: given.key, application: given.application, hash: given.hash})
REMOVE name.lock
WITH name WHERE NOT EXISTS { (name)<-[:GOES_BY|DECIDED_BY]-() }
DELETE name

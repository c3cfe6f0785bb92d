// items/delete-unused-names: delete those of the given names that belong to no item and by which no step's item was
// inferred.
//   $names  key, application, hash
:params {namespace: "default", names: [{key: "open", application: "", hash: "h1"}]};
UNWIND $names AS given
MATCH (name:ItemName {namespace: $namespace, key: given.key, application: given.application, hash: given.hash})
REMOVE name.lock
WITH name WHERE NOT EXISTS { (name)<-[:GOES_BY|DECIDED_BY]-() }
DELETE name

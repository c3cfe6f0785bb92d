// items/find-names: the names with the given keys, and the items that have them. One row per name and application. If
// a name has many items, the first few found are returned, in no particular order.
//   $application  only names of items of this application and of items without one; null for all
//   $limit  maximum number of names per key            $owners  maximum number of items per name
:params {namespace: "default", application: null, keys: ["open"], limit: 51, owners: 6};
UNWIND $keys AS key
CALL (key) {
  MATCH (name:ItemName) USING INDEX SEEK name:ItemName(namespace, key, application, hash)
  WHERE name.namespace = $namespace AND name.key = key AND name.application >= '' AND name.hash > ''
    AND ($application IS NULL OR name.application IN ['', $application])
  RETURN name LIMIT toInteger($limit)
}
RETURN key, name.kind AS kind, name.name AS name,
  COUNT { (name)<-[:GOES_BY]-() } AS total,
  COLLECT { MATCH (name)<-[:GOES_BY]-(item:KnowledgeItem) RETURN item.id LIMIT toInteger($owners) } AS owners

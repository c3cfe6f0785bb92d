// items/find-names: the names that begin with the given keys, with those who go by them. One row a name of an application;
// of a name that many go by the first few, whichever.
//   $application  only names of items of this application and of none; null for all
//   $limit  maximum number of names of one key            $owners  maximum number of items of a name
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

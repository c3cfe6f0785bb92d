// items/find-path-users: which items have all segments of a menu path among the controls they go by.
//   $asked  n, key and hash of the segment that the fewest go by, others (hashes of the other segments)
//   $application  only items of this application and those of none; null for all       $limit  maximum number of items of one
:params {namespace: "default", application: null, asked: [{n: 0, key: "open", hash: "h1", others: ["h2"]}], limit: 8};
UNWIND $asked AS asked
CALL (asked) {
  MATCH (name:ItemName) USING INDEX SEEK name:ItemName(namespace, key, application, hash)
  WHERE name.namespace = $namespace AND name.key = asked.key AND name.application >= '' AND name.hash = asked.hash
    AND ($application IS NULL OR name.application IN ['', $application])
  MATCH (name)<-[:GOES_BY]-(item:KnowledgeItem)
  WHERE all(hash IN asked.others WHERE EXISTS { MATCH (item)-[:GOES_BY]->(other:ItemName) WHERE other.hash = hash })
  WITH item LIMIT toInteger($limit)
  RETURN collect(item.id) AS ids
}
RETURN asked.n AS n, ids

// items/find-path-users: for each menu path, the items whose controls include all its segments.
//   $asked  n, key and hash of the segment with the fewest items, others (hashes of the other segments)
//   $application  only items of this application and those without one; null for all    $limit  maximum number of items per path
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

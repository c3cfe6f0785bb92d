// search/count-knowledge: number of nodes of these kinds in a namespace, and in all namespaces.
:params {namespace: "default", kinds: ["ITEM"]};
CYPHER replan=skip
CALL () {
  MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
  WHERE k.namespace = $namespace AND k.kind IN $kinds AND k.trust >= 0 // trust, so that the index serves all three
  RETURN count(*) AS matching
}
RETURN matching, COUNT { (:Knowledge) } AS total

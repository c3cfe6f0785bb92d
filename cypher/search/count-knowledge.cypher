// search/count-knowledge: number of nodes of these kinds in a namespace, and in all namespaces.
:params {namespace: "default", kinds: ["ITEM"]};
CYPHER replan=skip
CALL () {
  MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
  WHERE k.namespace = $namespace AND k.kind IN $kinds AND k.trust >= 0 // the condition on trust lets the planner use the index
  RETURN count(*) AS matching
}
RETURN matching, COUNT { (:Knowledge) } AS total

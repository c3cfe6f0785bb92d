// search/count-knowledge: number of nodes of these kinds in a namespace, and in all namespaces.
//   $asked  one map, since the database makes a plan for each size of a text or list parameter
:params {asked: {namespace: "default", kinds: ["ITEM"]}};
CYPHER replan=skip
CALL () {
  MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
  WHERE k.namespace = $asked.namespace AND k.kind IN $asked.kinds AND k.trust >= 0 // the condition on trust lets the planner use the index
  RETURN count(*) AS matching
}
RETURN matching, COUNT { (:Knowledge) } AS total

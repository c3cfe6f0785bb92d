// search/candidates-beside: the texts one and two steps away from these in their sessions. One row.
//   $refs  the best candidates, at most 50, so that at most 200 texts are found
:params {namespace: "default", refs: ["piece:p1"]};
CYPHER replan=skip
UNWIND $refs AS ref
MATCH (k:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK k:Knowledge(namespace, ref)
MATCH (k)-[:NEXT*1..2]-(d:Knowledge)
WHERE k.session IS NOT NULL
RETURN collect(DISTINCT d.ref) AS refs

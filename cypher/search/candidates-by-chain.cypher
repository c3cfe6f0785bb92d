// search/candidates-by-chain: texts that share an entity of 2 to 30 texts with the best hits, which pass on their relevance,
// weighted by the entity's rarity. One row, best first.
//   $best  {refs, relevances}: the three best hits that mention entities      $documents  number of texts that may mention any
:params {namespace: "default", best: {refs: ["piece:p1"], relevances: [1.0]}, documents: 100.0};
CYPHER replan=skip
UNWIND range(0, size($best.refs) - 1) AS i
MATCH (k:Knowledge {namespace: $namespace, ref: $best.refs[i]}) USING INDEX SEEK k:Knowledge(namespace, ref)
MATCH (k)-[:MENTIONS]->(e:Entity)
WITH i, k, e, COUNT { (e)<-[:MENTIONS]-() } AS df
WHERE 2 <= df <= 30
MATCH (e)<-[:MENTIONS]-(d:Knowledge)
WHERE d <> k
WITH d.ref AS ref, sum($best.relevances[i] * log(1 + $documents / df) / log(1 + $documents) / (df - 1)) AS score
ORDER BY score DESC, ref LIMIT 200
RETURN collect(ref) AS refs, collect(score) AS scores

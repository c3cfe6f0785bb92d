// search/candidates-by-entities: texts that mention an entity that the question names (1), an entity linked to it (½), or one
// that a text titled by it mentions (½), weighted by the entity's rarity, best first. One row.
//   $question.named  entities that the question names: {id, idf}
//   $question.mostLinks, $question.mostDocuments  an entity with more of them passes nothing on
//   $question.linked  maximum number of texts
:params {question: {namespace: "default", kinds: {PIECE: {required: []}}, minTrust: 0.0, updatedAfter: null, named: [{id: "unit:brake", idf: 0.8}], mostLinks: 100, mostDocuments: 200, linked: 200}};
CYPHER replan=skip
UNWIND $question.named AS n
MATCH (e:Entity {namespace: $question.namespace, id: n.id}) USING INDEX SEEK e:Entity(namespace, id)
CALL (e) {
  MATCH (e)<-[:MENTIONS]-(k:Knowledge)
  RETURN k, 1.0 AS nearness
 UNION ALL
  WITH e WHERE COUNT { (e)-[:LINK]-() } <= toInteger($question.mostLinks)
  MATCH (e)-[:LINK]-(f:Entity)
  WHERE COUNT { (f)<-[:MENTIONS]-() } <= toInteger($question.mostDocuments)
  WITH DISTINCT f
  MATCH (f)<-[:MENTIONS]-(k:Knowledge)
  RETURN k, 0.5 AS nearness
 UNION ALL
  MATCH (e)<-[:TITLED]-(:Piece)-[:MENTIONS]->(f:Entity)<-[:TITLED]-(k:Knowledge)
  RETURN k, 0.5 AS nearness
}
WITH n, k, max(nearness) AS nearness
WITH k, sum(n.idf * nearness) AS links
WHERE k.namespace = $question.namespace AND $question.kinds[k.kind] IS NOT NULL AND k.trust >= $question.minTrust
  AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
  AND all(group IN $question.kinds[k.kind].required WHERE any(token IN group WHERE token IN k.facets))
WITH k.ref AS ref, links ORDER BY links DESC, ref LIMIT toInteger($question.linked)
RETURN collect(ref) AS refs, collect(links) AS scores

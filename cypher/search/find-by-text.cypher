// search/find-by-text: the candidates whose words match, best first: relevance = ft / max ft, score = relevance · trust^gamma.
// One row. `$lucene` filters by facets inside the index; what decides is checked here again.
//   $lucene   +facets:n<hash>0^0 +facets:(kitem0)^0 +(title:(…) text:(…)), built from escaped terms
//   $weights  weight of the full-text score by kind: 1 here     $wide   full-text hits looked at
//   $application  facet of the application, or null             $updatedAfter  or null
:params {lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kitem0)^0 +(title:(tab) text:(tab))", wide: 1000, namespace: "default", kinds: ["ITEM"], minTrust: 0, updatedAfter: null, application: null, weights: {ITEM: 1}, gamma: 1, first: 5};
CALL db.index.fulltext.queryNodes('knowledge_text', $lucene, {limit: toInteger($wide)}) YIELD node AS k, score AS ft
WHERE ft > 0 // a query of stop words alone matches everything with 0
  AND k.namespace = $namespace AND k.kind IN $kinds AND k.trust >= $minTrust
  AND ($updatedAfter IS NULL OR k.updatedAt > $updatedAfter) AND ($application IS NULL OR $application IN k.facets)
WITH collect({k: k, ft: ft}) AS candidates, max(ft) AS topFt
CALL (candidates, topFt) {
  UNWIND candidates AS h
  WITH h.k AS k, $weights[h.k.kind] * h.ft / topFt AS x
  WITH collect({k: k, x: x}) AS hits, max(x) AS topX
  UNWIND hits AS h
  WITH h.k AS k, h.x / topX AS lexical
  WITH k, lexical, lexical * k.trust ^ $gamma AS score
  ORDER BY score DESC, k.ref LIMIT toInteger($first)
  RETURN collect({
    ref: k.ref, id: k.id, kind: k.kind, trust: k.trust,
    lexical: lexical, vector: null, cosine: null, relevance: lexical, score: score
  }) AS hits
}
RETURN size(candidates) AS totalFound, size(candidates) AS near, hits, 0.0 AS unseen

// search/find-by-text: the candidates whose words match, best first: relevance = ft / max ft, score = relevance · trust^gamma.
// One row. `$lucene` filters by facets inside the index; what decides is checked here again.
//   $lucene   +facets:n<hash>0^0 +facets:(kitem0)^0 +(title:(…) text:(…)), built from escaped terms
//   $weights       weight of the full-text score by the node's profile, else its kind: 1 here    $wide  full-text hits looked at
//   $required      by kind, groups of facets of which a node must carry one each            $updatedAfter  or null
//   $decayPerMs    by kind, what a trust loses since `decaysSince`, with $nowMs and $decayGrace    $scopeWeights  by scope, a factor
//   $whole         names of the properties that a hit brings along, in their order, by kind; none of other kinds. Not
//                  {.*}, which reads the vectors too, whatever is put in their place: 8 times the time
:params {lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kitem0)^0 +(title:(tab) text:(tab))", wide: 1000, namespace: "default", kinds: ["ITEM"], minTrust: 0, updatedAfter: null, required: {}, weights: {ITEM: 1}, gamma: 1, scopeWeights: {}, decayPerMs: {}, decayGrace: 0.005, nowMs: 1767225600000, whole: {ITEM: ["ref", "id", "title", "text"]}, first: 5};
CALL db.index.fulltext.queryNodes('knowledge_text', $lucene, {limit: toInteger($wide)}) YIELD node AS k, score AS ft
WHERE ft > 0 // a query of stop words alone matches everything with 0
  AND k.namespace = $namespace AND k.kind IN $kinds AND k.trust >= $minTrust
  AND ($updatedAfter IS NULL OR k.updatedAt > $updatedAfter)
    AND all(group IN coalesce($required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets))
WITH k, ft, k.trust - coalesce($decayPerMs[k.kind] * ($nowMs - k.decaysSince.epochMillis), 0.0) AS t
WITH k, ft, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
WHERE trust >= $minTrust - CASE WHEN k.decaysSince IS NULL THEN 0.0 ELSE $decayGrace END
WITH collect({k: k, ft: ft, trust: trust}) AS candidates, max(ft) AS topFt
CALL (candidates, topFt) {
  UNWIND candidates AS h
  WITH h.k AS k, h.trust AS trust, $weights[coalesce(h.k.profile, h.k.kind)] * h.ft / topFt AS x
  WITH collect({k: k, trust: trust, x: x}) AS hits, max(x) AS topX
  UNWIND hits AS h
  WITH h.k AS k, h.trust AS trust, h.x / topX AS lexical
  WITH k, trust, lexical, lexical * trust ^ $gamma * coalesce($scopeWeights[k.scope], 1.0) AS score
  ORDER BY score DESC, k.ref
  // Not LIMIT, which charges each row that it keeps with the whole list of candidates.
  WITH collect({k: k, trust: trust, lexical: lexical, score: score})[0..toInteger($first)] AS kept
  UNWIND kept AS b
  WITH b, b.k AS k
  RETURN collect({
    ref: k.ref, id: k.id, kind: k.kind, profile: k.profile, group: k.duplicateGroup, trust: b.trust, scopeWeight: $scopeWeights[k.scope],
    lexical: b.lexical, vector: null, cosine: null, relevance: b.lexical, score: b.score,
    properties: [name IN $whole[k.kind] | k[name]]
  }) AS hits
}
RETURN size(candidates) AS totalFound, size(candidates) AS near, hits, 0.0 AS unseen

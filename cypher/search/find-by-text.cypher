// search/find-by-text: the candidates that contain words of the query, best first: relevance = ft / max ft, score =
// relevance · trust^gamma. One row. The query filters by facets inside the index; the exact conditions are checked
// here again.
//   $question: all parameters that vary in size, in one map, since the database makes a new plan for each size of a
//   text or list parameter, and for null:
//     namespace   namespace of the caller
//     lucene      +facets:n<hash>0^0 +facets:(kitem0)^0 +(title:(…) text:(…)), built from escaped terms
//     kinds       kinds looked for            updatedAfter  or null
//     weights     weight of the full-text score by the node's profile, otherwise by its kind: 1 here
//     required    by kind, groups of facets; a node needs one facet of each group
//     decayPerMs  by kind, the loss of trust per ms since `decaysSince`, computed with $nowMs and $decayGrace
//     scopeWeights  factor by scope
//     estimates   true if kinds compete: tried knowledge is then weighted by its estimate of success, 2 · (succeeded +
//                 trust) / (tried + 2), instead of trust; the two are equal if nothing was tried
//     lift        maximum of that factor, 1 or 2^gamma
//     whole       by kind, names of the properties that a hit returns besides its times, in order; none for other kinds. Not {.*}, which
//                 would read the vectors too, even if they are then replaced: 8 times the time
//   $wide  number of full-text hits examined
:params {question: {namespace: "default", lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kitem0)^0 +(title:(tab) text:(tab))", kinds: ["ITEM"], updatedAfter: null, required: {}, weights: {ITEM: 1}, scopeWeights: {}, estimates: false, lift: 1.0, decayPerMs: {}, whole: {ITEM: ["ref", "id", "title", "text"]}}, wide: 1000, minTrust: 0, gamma: 1, decayGrace: 0.005, nowMs: 1767225600000, first: 5};
CYPHER replan=skip
CALL db.index.fulltext.queryNodes('knowledge_text', $question.lucene, {limit: toInteger($wide)}) YIELD node AS k, score AS ft
WHERE ft > 0 // a query of stop words alone matches everything with 0
  AND k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
  AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
  AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
WITH k, ft, k.decaysSince AS since
WITH k, ft, since, CASE WHEN since IS NULL THEN k.trust ELSE k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
WITH k, ft, since, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
WHERE since IS NULL OR trust >= $minTrust - $decayGrace
WITH collect({k: k, ft: ft, trust: trust}) AS candidates, max(ft) AS topFt
CALL (candidates, topFt) {
  UNWIND candidates AS h
  WITH h.k AS k, h.trust AS trust, $question.weights[coalesce(h.k.profile, h.k.kind)] * h.ft / topFt AS x
  WITH collect({k: k, trust: trust, x: x}) AS hits, max(x) AS topX
  UNWIND hits AS h
  WITH h.k AS k, h.trust AS trust, h.x / topX AS lexical
  WITH k, trust, lexical, lexical * (CASE WHEN $question.estimates AND k.tried > 0 THEN 2 * (k.succeeded + trust) / (k.tried + 2) ELSE trust END) ^ $gamma * coalesce($question.scopeWeights[k.scope], 1.0) AS score
  ORDER BY score DESC, k.ref
  // LIMIT is not used: Neo4j would count the memory of the whole list of candidates for each row that LIMIT keeps.
  WITH collect({k: k, trust: trust, lexical: lexical, score: score})[0..toInteger($first)] AS kept
  UNWIND kept AS b
  WITH b, b.k AS k
  RETURN collect({
    ref: k.ref, id: k.id, kind: k.kind, profile: k.profile, group: k.duplicateGroup, trust: b.trust,
    estimate: CASE WHEN $question.estimates THEN (coalesce(k.succeeded, 0.0) + b.trust) / (coalesce(k.tried, 0.0) + 2) END, scopeWeight: $question.scopeWeights[k.scope],
    lexical: b.lexical, vector: null, cosine: null, relevance: b.lexical, score: b.score,
    createdMs: k.createdAt.epochMillis, updatedMs: k.updatedAt.epochMillis, properties: [name IN $question.whole[k.kind] | k[name]]
  }) AS hits
}
RETURN size(candidates) AS totalFound, size(candidates) AS near, hits, 0.0 AS unseen

// search/find-by-text-and-index: the recipe's x(d) times trust over full-text hits and the nearest of the vector index,
// the exact cosine only where it can still change the answer. One row; none when $model is no longer the active one.
// A node that the vector index did not return is no nearer than the last one it did (threshold algorithm; 0.02 covers
// the index's quantisation). The index's own score, (1+cos)/2 of quantised vectors, ranks nothing.
// `unseen` is the highest score that a node could have which neither index returned.
//   $lucene   as in find-by-text        $wide   full-text hits looked at     $sure  full-text hits always measured
//   $fetch    vector hits looked at, max(50, 4·first/selectivity)            $minCosine  least of a candidate without a word
//   $floor    cosine that counts as no nearness, at most $minCosine: nearness is (cosine - floor) / (best cosine - floor)
//   $weights  weight of the full-text score by the node's profile, else its kind      $model, $slot  what the vectors must be of
:params {lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kitem0)^0 +(title:(tab) text:(tab))", wide: 1000, sure: 20, fetch: 50, vectorIndex: "knowledge_embedding0", vectorProperty: "embedding0", modelProperty: "model0", model: "stub-32", slot: 0, vector: [1.0, 0.0], minCosine: 0.25, floor: 0, namespace: "default", kinds: ["ITEM"], minTrust: 0, updatedAfter: null, required: {}, weights: {ITEM: 0.15}, gamma: 1, scopeWeights: {}, decayPerMs: {}, decayGrace: 0.005, nowMs: 1767225600000, whole: {ITEM: ["ref", "id", "title", "text"]}, first: 5};
MATCH (active:EmbeddingModel {id: 'active', model: $model, slot: toInteger($slot)})
CALL (active) {
  CALL (active) {
    CALL db.index.vector.queryNodes($vectorIndex, toInteger($fetch), $vector) YIELD node, score
    RETURN node, 0.0 AS ft, score AS near
   UNION ALL
    CALL db.index.fulltext.queryNodes('knowledge_text', $lucene, {limit: toInteger($wide)}) YIELD node, score
    WHERE score > 0
    RETURN node, score AS ft, null AS near
  }
  WITH node AS k, max(ft) AS ft, max(near) AS near
  RETURN collect({k: k, ft: ft, near: near}) AS found,
    CASE WHEN count(near) < toInteger($fetch) THEN -1.0 ELSE 2 * min(near) - 1 END AS last
}
CALL (found) {
  UNWIND found AS h
  WITH h, h.k AS k
  WHERE k.namespace = $namespace AND k.kind IN $kinds AND k.trust >= $minTrust
    AND ($updatedAfter IS NULL OR k.updatedAt > $updatedAfter)
    AND all(group IN coalesce($required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets))
  WITH h, k, k.trust - coalesce($decayPerMs[k.kind] * ($nowMs - k.decaysSince.epochMillis), 0.0) AS t
  WITH h, k, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
  WHERE trust >= $minTrust - CASE WHEN k.decaysSince IS NULL THEN 0.0 ELSE $decayGrace END
  WITH h, k, trust ORDER BY h.ft DESC, k.ref
  WITH collect({
    k: k, ft: h.ft, near: h.near IS NOT NULL, a: $weights[coalesce(k.profile, k.kind)],
    trust: trust, factor: trust ^ $gamma * coalesce($scopeWeights[k.scope], 1.0), embedded: k[$modelProperty] = $model
  }) AS passed, coalesce(max(h.ft), 0.0) AS maxFt
  WITH [h IN passed WHERE h.near AND h.embedded] AS near, [h IN passed WHERE h.ft > 0 AND NOT (h.near AND h.embedded)] AS far,
    CASE WHEN maxFt > 0 THEN maxFt ELSE 1.0 END AS topFt
  RETURN near, topFt, [h IN far WHERE h.embedded] AS far, [h IN far WHERE NOT h.embedded] AS bare
}
CALL (near, far, topFt) {
  UNWIND near + far[0..toInteger($sure)] AS h
  WITH h, 2 * vector.similarity.cosine(h.k[$vectorProperty], $vector) - 1 AS cos
  WHERE h.ft > 0 OR cos >= $minCosine
  RETURN collect({k: h.k, l: h.a * h.ft / topFt, b: 1 - h.a, cos: cos, trust: h.trust, factor: h.factor}) AS sure, coalesce(max(cos), 0.0) AS sureCos
}
WITH far[toInteger($sure)..] AS rest, bare, near, sure, topFt, last, last + 0.02 AS bound, sureCos, CASE WHEN sureCos > $floor THEN sureCos - $floor ELSE 0.0 END AS sureSem
CALL (sure, sureSem) {
  UNWIND sure AS h
  WITH h.factor AS factor, h.l + CASE WHEN h.cos > $floor THEN h.b * (h.cos - $floor) / sureSem ELSE 0.0 END AS x
  WITH x, x * factor AS score ORDER BY score DESC
  WITH collect(score) AS scores, max(x) AS sureX
  RETURN coalesce(scores[toInteger($first) - 1], -1.0) AS bar, coalesce(sureX, 0.0) AS sureX
}
CALL (rest, topFt, bound, sureCos, sureSem, bar, sureX) {
  UNWIND rest AS h
  WITH h, bound > $floor AND bound > sureCos AS open, h.a * h.ft / topFt AS l, CASE WHEN bound > $floor AND sureSem > 0 THEN (1 - h.a) * (bound - $floor) / sureSem ELSE 0.0 END AS most
  // What can neither enter the answer nor be the most relevant (relevance is relative to that) stays unmeasured.
  WITH h, l, open OR (l + most) * h.factor >= bar OR l + most > sureX AS matters
  WITH h, l, CASE WHEN matters THEN 2 * vector.similarity.cosine(h.k[$vectorProperty], $vector) - 1 END AS cos, matters
  RETURN collect(CASE WHEN matters THEN {k: h.k, l: l, b: 1 - h.a, cos: cos, trust: h.trust, factor: h.factor} END) AS more
}
WITH last, size(sure) + size(rest) + size(bare) AS totalFound, size(near) AS near,
  sure + more + [h IN bare | {k: h.k, l: h.a * h.ft / topFt, b: 1 - h.a, cos: null, trust: h.trust, factor: h.factor}] AS measured
CALL (measured) {
  UNWIND measured AS h
  WITH collect(h) AS hits, max(h.cos) AS maxCos
  WITH hits, CASE WHEN maxCos > $floor THEN maxCos - $floor ELSE 1.0 END AS topSem
  CALL (hits, topSem) {
    UNWIND hits AS h
    WITH h, h.l AS l, CASE WHEN h.cos > $floor THEN h.b * (h.cos - $floor) / topSem ELSE 0.0 END AS v
    RETURN collect({h: h, l: l, v: v}) AS scored, max(l + v) AS maxX
  }
  RETURN scored, topSem, CASE WHEN maxX > 0 THEN maxX ELSE 1.0 END AS topX
}
CALL (scored, topX) {
  UNWIND scored AS hit
  WITH hit, hit.h.k.ref AS ref, (hit.l / topX + hit.v / topX) * hit.h.factor AS score ORDER BY score DESC, ref
  // Not LIMIT, which charges each row that it keeps with the whole list of candidates.
  WITH topX, collect({h: hit.h, l: hit.l, v: hit.v, score: score})[0..toInteger($first)] AS kept
  UNWIND kept AS b
  WITH b.h AS h, b.h.k AS k, b.score AS score, b.l / topX AS lexical, b.v / topX AS vector
  RETURN collect({
    ref: k.ref, id: k.id, kind: k.kind, profile: k.profile, group: k.duplicateGroup, trust: h.trust,
    scopeWeight: $scopeWeights[k.scope],
    lexical: lexical, vector: vector, cosine: h.cos, relevance: lexical + vector, score: score,
    properties: [name IN $whole[k.kind] | k[name]]
  }) AS hits
}
RETURN totalFound, near, hits,
  CASE WHEN last <= $floor OR last < $minCosine THEN 0.0 ELSE (last - $floor) / topSem / topX * (1 - reduce(a = 1.0, kind IN $kinds | CASE WHEN $weights[kind] < a THEN $weights[kind] ELSE a END)) END AS unseen

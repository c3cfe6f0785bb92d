// search/find-by-text-and-filtered-index-0: search/find-by-text-and-index for Neo4j 2026, where the vector index of
// slot 0 filters by namespace and kind itself, so that all its results count. Only the first subquery differs, which a
// test ensures (src/search/filter.spec.ts); the other file explains the rest. An index name cannot be a parameter here.
//   $question, $wide, $sure, $minCosine, $floor, $model, $slot  as there
//   $fetch    vector hits fetched, max(50, 4·first/selectivity within namespace and kinds)
:params {question: {namespace: "default", lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kitem0)^0 +(title:(tab) text:(tab))", kinds: ["ITEM"], updatedAfter: null, required: {}, weights: {ITEM: 0.15}, scopeWeights: {}, estimates: false, lift: 1.0, decayPerMs: {}, whole: {ITEM: ["ref", "id", "title", "text"]}}, wide: 1000, sure: 20, fetch: 50, vectorProperty: "embedding0", modelProperty: "model0", model: "stub-32", slot: 0, vector: [1.0, 0.0], minCosine: 0.25, floor: 0, minTrust: 0, gamma: 1, decayGrace: 0.005, nowMs: 1767225600000, first: 5};
CYPHER 25 replan=skip
MATCH (active:EmbeddingModel {id: 'active', model: $model, slot: toInteger($slot)}) USING INDEX SEEK active:EmbeddingModel(id)
CALL (active) {
  UNWIND $question.kinds AS kind
  CALL (kind) {
    MATCH (k)
    SEARCH k IN (VECTOR INDEX knowledge_embedding0 FOR $vector
      WHERE k.namespace = $question.namespace AND k.kind = kind LIMIT toInteger($fetch)) SCORE AS score
    RETURN k, score
  }
  WITH k, score ORDER BY score DESC LIMIT toInteger($fetch)
  RETURN collect(k) AS nearest, CASE WHEN count(*) < toInteger($fetch) THEN -1.0 ELSE 2 * min(score) - 1 END AS last
}
CALL (nearest) {
  CALL db.index.fulltext.queryNodes('knowledge_text', $question.lucene, {limit: toInteger($wide)}) YIELD node AS k, score AS ft
  WHERE ft > 0 AND (($minTrust <= 0 AND $question.updatedAfter IS NULL) OR (k.trust >= $minTrust
    AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
    AND CASE WHEN k.decaysSince IS NULL OR $minTrust <= $decayGrace THEN true ELSE
      k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - k.decaysSince.epochMillis), 0.0) >= $minTrust - $decayGrace END))
  WITH k, ft, k IN nearest AS both
  RETURN collect(CASE WHEN both THEN {k: k, ft: ft, near: 1} END) AS both,
    collect(CASE WHEN NOT both THEN k END) AS hits, collect(CASE WHEN NOT both THEN ft END) AS fts
}
WITH hits, fts, nearest, last, both, [h IN both | h.k] AS matched
CALL (hits, fts, nearest, both, matched) {
  UNWIND both + [k IN nearest WHERE NOT k IN matched | {k: k, ft: 0.0, near: 1}]
    + [i IN range(0, CASE WHEN size(hits) < $sure THEN size(hits) ELSE toInteger($sure) END - 1) | {k: hits[i], ft: fts[i], near: 0}] AS h
  WITH h, h.k AS k, h.ft AS ft
  WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
    AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
    AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
  WITH h, k, ft, k.decaysSince AS since
  WITH h, k, ft, since, CASE WHEN since IS NULL THEN k.trust ELSE k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
  WITH h, k, ft, since, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
  WHERE since IS NULL OR trust >= $minTrust - $decayGrace
  WITH h, k, ft, trust, $question.weights[coalesce(k.profile, k.kind)] AS a, (CASE WHEN $question.estimates AND k.tried > 0 THEN 2 * (k.succeeded + trust) / (k.tried + 2) ELSE trust END) ^ $gamma * coalesce($question.scopeWeights[k.scope], 1.0) AS factor,
    CASE WHEN k[$modelProperty] = $model THEN 2 * vector.similarity.cosine(k[$vectorProperty], $vector) - 1 END AS cos
  RETURN collect(CASE WHEN ft > 0 OR cos >= $minCosine THEN {k: k, al: a * ft, b: 1 - a, cos: cos, sem: CASE WHEN cos > $floor THEN cos - $floor ELSE 0.0 END, trust: trust, factor: factor} END) AS sure,
    CASE WHEN max(ft) > 0 THEN max(ft) ELSE 1.0 END AS topFt,
    coalesce(max(CASE WHEN (ft > 0 OR cos >= $minCosine) AND cos > $floor THEN cos - $floor END), 0.0) AS sureSem,
    sum(CASE WHEN cos IS NULL THEN 0 ELSE h.near END) AS near, count(CASE WHEN ft = 0 AND cos >= $minCosine THEN 1 END) AS wordless
}
CALL (sure, topFt, sureSem) {
  UNWIND sure AS h
  WITH h.factor AS factor, h.al / topFt + CASE WHEN sureSem > 0 THEN h.b * h.sem / sureSem ELSE 0.0 END AS x
  WITH x, x * factor AS score ORDER BY score DESC
  WITH collect(score) AS scores, max(x) AS sureX
  RETURN coalesce(scores[toInteger($first) - 1], -1.0) AS bar, coalesce(sureX, 0.0) AS sureX
}
// Hits stay unmeasured if they can neither enter the answer nor have the highest relevance, to which others are relative.
WITH *, last + 0.02 - $floor > sureSem AS open, CASE WHEN last + 0.02 > $floor AND sureSem > 0 THEN (last + 0.02 - $floor) / sureSem ELSE 0.0 END AS most,
  reduce(m = 1.0, s IN keys($question.scopeWeights) | CASE WHEN $question.scopeWeights[s] > m THEN $question.scopeWeights[s] ELSE m END) * $question.lift AS maxFactor,
  reduce(m = 0.0, w IN keys($question.weights) | CASE WHEN $question.weights[w] > m THEN $question.weights[w] ELSE m END) AS maxA,
  reduce(m = 1.0, w IN keys($question.weights) | CASE WHEN $question.weights[w] < m THEN $question.weights[w] ELSE m END) AS minA
WITH *, CASE WHEN bar / maxFactor < sureX THEN bar / maxFactor ELSE sureX END AS least
WITH *, CASE WHEN open OR (1 - minA) * most >= least OR (1 - maxA) * most >= least OR minA = 0 THEN 0.0
  WHEN (least - (1 - minA) * most) / minA < (least - (1 - maxA) * most) / maxA THEN (least - (1 - minA) * most) / minA
  ELSE (least - (1 - maxA) * most) / maxA END * topFt * 0.999999 AS leastFt
CALL (hits, fts, topFt, sureSem, bar, sureX, open, most, leastFt) {
  UNWIND [i IN range(toInteger($sure), size(fts) - 1) WHERE fts[i] >= leastFt] AS i
  WITH hits[i] AS k, fts[i] AS ft
  WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
    AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
    AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
  WITH ft, k, k.decaysSince AS since
  WITH ft, k, since, CASE WHEN since IS NULL THEN k.trust ELSE k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
  WITH ft, k, since, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
  WHERE since IS NULL OR trust >= $minTrust - $decayGrace
  WITH ft, k, trust, $question.weights[coalesce(k.profile, k.kind)] AS a
  WITH ft, k, a, trust, (CASE WHEN $question.estimates AND k.tried > 0 THEN 2 * (k.succeeded + trust) / (k.tried + 2) ELSE trust END) ^ $gamma * coalesce($question.scopeWeights[k.scope], 1.0) AS factor, a * ft / topFt + (1 - a) * most AS x
  WHERE open OR x * factor >= bar OR x > sureX
  WITH ft, k, a, trust, factor, CASE WHEN k[$modelProperty] = $model THEN 2 * vector.similarity.cosine(k[$vectorProperty], $vector) - 1 END AS cos
  RETURN collect({k: k, al: a * ft, b: 1 - a, cos: cos, sem: CASE WHEN cos > $floor THEN cos - $floor ELSE 0.0 END, trust: trust, factor: factor}) AS more, max(cos) - $floor AS moreSem
}
WITH last, near, topFt, size(hits) + size(both) + wordless AS totalFound, sure + more AS measured,
  CASE WHEN moreSem > sureSem THEN moreSem WHEN sureSem > 0 THEN sureSem ELSE 1.0 END AS topSem
WITH *, reduce(x = 0.0, h IN measured | CASE WHEN h.al / topFt + h.b * h.sem / topSem > x THEN h.al / topFt + h.b * h.sem / topSem ELSE x END) AS maxX
WITH *, CASE WHEN maxX > 0 THEN maxX ELSE 1.0 END AS topX
CALL (measured, topFt, topSem, topX) {
  UNWIND measured AS h
  WITH h, h.k.ref AS ref, (h.al / topFt / topX + h.b * h.sem / topSem / topX) * h.factor AS score
  ORDER BY score DESC, ref
  // LIMIT is not used: Neo4j would count the memory of the whole list of candidates for each row that LIMIT keeps.
  WITH topFt, topSem, topX, collect({h: h, score: score})[0..toInteger($first)] AS kept
  UNWIND kept AS b
  WITH b.h AS h, b.h.k AS k, b.score AS score, b.h.al / topFt / topX AS lexical, b.h.b * b.h.sem / topSem / topX AS vector
  RETURN collect({
    ref: k.ref, id: k.id, kind: k.kind, profile: k.profile, group: k.duplicateGroup, trust: h.trust,
    estimate: CASE WHEN $question.estimates THEN (coalesce(k.succeeded, 0.0) + h.trust) / (coalesce(k.tried, 0.0) + 2) END,
    scopeWeight: $question.scopeWeights[k.scope],
    lexical: lexical, vector: vector, cosine: h.cos, relevance: lexical + vector, score: score,
    createdMs: k.createdAt.epochMillis, updatedMs: k.updatedAt.epochMillis, properties: [name IN $question.whole[k.kind] | k[name]]
  }) AS hits
}
RETURN totalFound, near, hits,
  CASE WHEN last <= $floor OR last < $minCosine THEN 0.0 ELSE (last - $floor) / topSem / topX * (1 - reduce(a = 1.0, kind IN $question.kinds | CASE WHEN $question.weights[kind] < a THEN $question.weights[kind] ELSE a END)) END AS unseen

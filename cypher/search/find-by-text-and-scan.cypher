// search/find-by-text-and-scan: the recipe's x(d) times trust, with the cosine of every node that passes the filter.
// Exact, and cheaper than the vector index if few nodes pass. One row; none if $model is no longer the active one.
//   parameters as in find-by-text-and-index
:params {question: {namespace: "default", lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kitem0)^0 +(title:(tab) text:(tab))", kinds: ["ITEM"], updatedAfter: null, required: {}, weights: {ITEM: 0.15}, scopeWeights: {}, estimates: false, lift: 1.0, decayPerMs: {}, whole: {ITEM: ["ref", "id", "title", "text"]}}, wide: 1000, vectorProperty: "embedding0", modelProperty: "model0", model: "stub-32", slot: 0, vector: [1.0, 0.0], minCosine: 0.25, floor: 0, minTrust: 0, gamma: 1, decayGrace: 0.005, nowMs: 1767225600000, first: 5};
CYPHER replan=skip
MATCH (active:EmbeddingModel {id: 'active', model: $model, slot: toInteger($slot)}) USING INDEX SEEK active:EmbeddingModel(id)
CALL (active) {
  CALL (active) {
    MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
    WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
      AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
      AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
      AND k[$modelProperty] = $model
    WITH k, 2 * vector.similarity.cosine(k[$vectorProperty], $vector) - 1 AS cos
    RETURN k, 0.0 AS ft, cos
   UNION ALL
    CALL db.index.fulltext.queryNodes('knowledge_text', $question.lucene, {limit: toInteger($wide)}) YIELD node AS k, score AS ft
    WHERE ft > 0 AND k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
      AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
      AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
    RETURN k, ft, null AS cos
  }
  WITH k, max(ft) AS ft, max(cos) AS cos
  WHERE ft > 0 OR cos >= $minCosine
  WITH k, ft, cos, k.decaysSince AS since
  WITH k, ft, cos, since, CASE WHEN since IS NULL THEN k.trust ELSE k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
  WITH k, ft, cos, since, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
  WHERE since IS NULL OR trust >= $minTrust - $decayGrace
  RETURN collect({k: k, ft: ft, cos: cos, trust: trust}) AS found, max(ft) AS maxFt, max(cos) AS maxCos
}
WITH found, CASE WHEN maxFt > 0 THEN maxFt ELSE 1.0 END AS topFt, CASE WHEN maxCos > $floor THEN maxCos - $floor ELSE 1.0 END AS topSem
CALL (found, topFt, topSem) {
  UNWIND found AS h
  WITH h, $question.weights[coalesce(h.k.profile, h.k.kind)] AS a
  WITH h, a * h.ft / topFt AS l, CASE WHEN h.cos > $floor THEN (1 - a) * (h.cos - $floor) / topSem ELSE 0.0 END AS v
  WITH collect({h: h, l: l, v: v}) AS hits, max(l + v) AS maxX
  WITH hits, CASE WHEN maxX > 0 THEN maxX ELSE 1.0 END AS topX
  UNWIND hits AS hit
  WITH topX, hit, hit.h.k.ref AS ref,
    (hit.l / topX + hit.v / topX) * (CASE WHEN $question.estimates AND hit.h.k.tried > 0 THEN 2 * (hit.h.k.succeeded + hit.h.trust) / (hit.h.k.tried + 2) ELSE hit.h.trust END) ^ $gamma * coalesce($question.scopeWeights[hit.h.k.scope], 1.0) AS score
  ORDER BY score DESC, ref
  // LIMIT is not used: Neo4j would count the memory of the whole list of candidates for each row that LIMIT keeps.
  WITH topX, collect({h: hit.h, l: hit.l, v: hit.v, score: score})[0..toInteger($first)] AS kept
  UNWIND kept AS b
  WITH b.h AS h, b.h.k AS k, b.score AS score, b.l / topX AS lexical, b.v / topX AS vector
  RETURN collect({
    ref: k.ref, id: k.id, kind: k.kind, profile: k.profile, group: k.duplicateGroup, trust: h.trust,
    estimate: CASE WHEN $question.estimates THEN (coalesce(k.succeeded, 0.0) + h.trust) / (coalesce(k.tried, 0.0) + 2) END,
    scopeWeight: $question.scopeWeights[k.scope],
    lexical: lexical, vector: vector, cosine: h.cos, relevance: lexical + vector, score: score,
    createdMs: k.createdAt.epochMillis, updatedMs: k.updatedAt.epochMillis, properties: [name IN $question.whole[k.kind] | k[name]]
  }) AS hits
}
RETURN size(found) AS totalFound, size(found) AS near, hits, 0.0 AS unseen

// search/find-by-graph: the whole recipe, with the entities that a question names, rare entities shared with the best
// hits, neighbours and sessions (docs/search.md). One row; none if $embedded.model is no longer the active one. As in
// find-by-text-and-index, cosines are measured for the nearest nodes and the $sure best by text. Those of the other
// full-text hits, and of nodes to which the named entities lead (`deferred`), are measured only if they can change the
// answer.
// No hit is lost by that, because the x of an unmeasured hit is bounded: x <= a·ft/topFt + (1-a)·beyond. `beyond`
// bounds
// the nearness of nodes that the vector index did not return (0.02 covers the quantisation). g is known; it is 0 for a
// full-text hit that is not linked. Measuring other hits may raise topX, the best x of its profile, and `most`, the
// best
// x of all profiles, to at most 1. The bounds below are linear in 1/topX or in `most`, so they are checked at both
// ends.
//   - A hit is measured if x may reach sureX or, in a profile with g or c, maxX, so that `most` and topX are exact.
//   - A hit is measured if y = x/topX + lg·g may reach the lowest y of three hits of its profile (`seed`), so that the
//     three hits from which the chain starts are exact.
//   - A hit is measured if (x + most·lg·g)·trust, its score before division by most·topZ, may reach the $first best of
//     its profile (`bar`). A hit without g is skipped if its x cannot reach the $first best of all (`common`): topZ is
//     from 1 to 1 + lg + lc.
//   - Hits that the chain reaches are measured after the chain (`late`), since c is known then.
// There is no such bound for hits lifted by neighbours, sessions, or entities of many documents. So every hit is
// measured (`everything`) if pieces have sessions, if `crowded` is not empty, or if all cosines are requested.
//   $question       one map, since the database makes a plan for each size of a text or list parameter, and null:
//     lucene          as in find-by-text             luceneWithoutHubs  the same without hubs' names, or null
//     named           entities with few documents that the question names: {id, idf}
//     crowded         idf by id of named entities with many documents, which are looked for among the candidates only
//     hubs            ids of the named hubs           kinds, updatedAfter, whole   as in find-by-text
//   $fetch          number of vector hits, or 0    $scan  true: measure every node that passes the filter
//   $embedded       one map as well, so that one plan serves with and without an embedder; without, all values are null:
//     vector, model, slot, vectorIndex, vectorProperty, modelProperty
//   $floor          as in find-by-text-and-index
//   $documents      number of pieces               $sure  number of full-text hits that are always measured
//   $profiles       by the node's profile, otherwise its kind: {name, a, hub, lg, lc, n1, n2, s}
//   $mostLinks      maximum links of an entity that is followed
//   $mostDocuments  maximum documents of an entity that is reached this way
//   $strong         number of best hits whose neighbours are examined        $open  1 - the smallest a, for `unseen`
//   Other parameters are as in find-by-text.
:params {question: {namespace: "default", lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kpiece0)^0 +(title:(tab) text:(tab))", luceneWithoutHubs: null, named: [], crowded: {}, hubs: [], kinds: ["PIECE"], updatedAfter: null, whole: {PIECE: ["ref", "id", "title", "text"]}, required: {}, scopeWeights: {}, estimates: false, lift: 1.0, decayPerMs: {}, profiles: {PIECE: {name: "factual", a: 0.4, hub: 1, lg: 0.3, lc: 0.2, n1: 0, n2: 0, s: 0}}}, wide: 1000, fetch: 50, scan: false, embedded: {vectorIndex: "knowledge_embedding0", vectorProperty: "embedding0", modelProperty: "model0", model: "stub-32", slot: 0, vector: [1.0, 0.0]}, minCosine: 0.25, floor: 0, minTrust: 0, documents: 1, mostLinks: 100, mostDocuments: 200, strong: 200, sure: 20, open: 0.6, gamma: 1, decayGrace: 0.005, nowMs: 1767225600000, first: 5};
CYPHER replan=skip
OPTIONAL MATCH (active:EmbeddingModel {id: 'active', model: $embedded.model, slot: toInteger($embedded.slot)}) USING INDEX SEEK active:EmbeddingModel(id)
WITH active WHERE $embedded.model IS NULL OR active IS NOT NULL
CALL (active) {
  WITH active WHERE $fetch > 0
  CALL db.index.vector.queryNodes($embedded.vectorIndex, toInteger($fetch), $embedded.vector) YIELD node AS k, score
  RETURN collect(k) AS nearest, coalesce(CASE WHEN count(*) < toInteger($fetch) THEN -1.0 ELSE 2 * min(score) - 1 END, -1.0) AS last
}
CALL () {
  UNWIND $question.named AS n
  MATCH (e:Entity {namespace: $question.namespace, id: n.id}) USING INDEX SEEK e:Entity(namespace, id)
  CALL (e) {
    MATCH (e)<-[:MENTIONS]-(k:Knowledge)
    RETURN k, 1.0 AS nearness
   UNION ALL
    WITH e WHERE COUNT { (e)-[:LINK]-() } <= toInteger($mostLinks)
    MATCH (e)-[:LINK]-(f:Entity)
    WHERE COUNT { (f)<-[:MENTIONS]-() } <= toInteger($mostDocuments)
    WITH DISTINCT f
    MATCH (f)<-[:MENTIONS]-(k:Knowledge)
    RETURN k, 0.5 AS nearness
   UNION ALL
    // A text is about the entity of its title, so the entities that it names are linked to that entity.
    MATCH (e)<-[:TITLED]-(:Piece)-[:MENTIONS]->(f:Entity)<-[:TITLED]-(k:Knowledge)
    RETURN k, 0.5 AS nearness
  }
  WITH n, k, max(nearness) AS nearness
  WITH k, sum(n.idf * nearness) AS g
  RETURN collect(k) AS linked, collect(g) AS gs
}
CALL (nearest, linked) {
  CALL db.index.fulltext.queryNodes('knowledge_text', $question.lucene, {limit: toInteger($wide)}) YIELD node AS k, score AS ft
  WHERE ft > 0 AND (($minTrust <= 0 AND $question.updatedAfter IS NULL) OR (k.trust >= $minTrust
    AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
    AND CASE WHEN k.decaysSince IS NULL OR $minTrust <= $decayGrace THEN true ELSE
      k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - k.decaysSince.epochMillis), 0.0) >= $minTrust - $decayGrace END))
  WITH k, ft, k IN nearest OR k IN linked AS both
  RETURN collect(CASE WHEN both THEN {k: k, ft: ft} END) AS both,
    collect(CASE WHEN NOT both THEN k END) AS hits, collect(CASE WHEN NOT both THEN ft END) AS fts
}
WITH nearest, last, linked, gs, both, hits, fts, $scan OR $question.crowded <> {}
  OR any(kind IN $question.kinds WHERE $question.profiles[kind].hub > 1 OR $question.profiles[kind].n1 > 0 OR $question.profiles[kind].s > 0)
  OR EXISTS { MATCH (inSession:Piece) USING INDEX SEEK inSession:Piece(namespace, session) WHERE inSession.namespace = $question.namespace AND inSession.session IS NOT NULL } AS everything
WITH *, CASE WHEN everything OR size(hits) < $sure THEN size(hits) ELSE toInteger($sure) END AS taken
CALL (nearest, linked, gs, both, hits, fts, everything, taken) {
  CALL (nearest, linked, gs, both, hits, fts, everything, taken) {
    UNWIND nearest AS k
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS g, 1 AS near, 1 AS now
   UNION ALL
    UNWIND range(0, size(linked) - 1) AS i
    RETURN linked[i] AS k, 0.0 AS ft, 0.0 AS hubless, gs[i] AS g, 0 AS near, 0 AS now
   UNION ALL
    UNWIND both AS h
    RETURN h.k AS k, h.ft AS ft, 0.0 AS hubless, 0.0 AS g, 0 AS near, CASE WHEN h.ft >= coalesce(fts[taken - 1], 0.0) THEN 1 ELSE 0 END AS now
   UNION ALL
    UNWIND range(0, taken - 1) AS i
    RETURN hits[i] AS k, fts[i] AS ft, 0.0 AS hubless, 0.0 AS g, 0 AS near, 1 AS now
   UNION ALL
    WITH everything WHERE everything AND $question.luceneWithoutHubs IS NOT NULL
    CALL db.index.fulltext.queryNodes('knowledge_text', $question.luceneWithoutHubs, {limit: toInteger($wide)}) YIELD node AS k, score
    RETURN k, 0.0 AS ft, score AS hubless, 0.0 AS g, 0 AS near, 1 AS now
   UNION ALL
    // UNWIND instead of WHERE, which the planner would evaluate only after all nodes were read.
    UNWIND CASE WHEN $scan THEN [1] ELSE [] END AS once
    MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
    WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust AND k[$embedded.modelProperty] = $embedded.model
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS g, 0 AS near, 1 AS now
  }
  WITH k, max(ft) AS text, max(hubless) AS hubless, max(g) AS named, max(near) AS near, max(now) AS now
  WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
    AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
    AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
  WITH k, text, hubless, named, near, now, coalesce($question.profiles[k.profile], $question.profiles[k.kind]) AS p, k.decaysSince AS since
  WITH k, text, hubless, named, near, now, p, since, CASE WHEN since IS NULL THEN k.trust ELSE k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
  WITH k, text, hubless, named, near, now, p, since, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
  WHERE since IS NULL OR trust >= $minTrust - $decayGrace
  WITH k, near, p, trust, p.hub > 1 AND $question.luceneWithoutHubs IS NOT NULL AS without, NOT everything AND now = 0 AND p.lg > 0 AS later,
    CASE WHEN p.hub > 1 AND $question.luceneWithoutHubs IS NOT NULL THEN hubless ELSE text END AS ft,
    CASE WHEN p.lg > 0
      THEN reduce(g = named, idf IN CASE WHEN $question.crowded = {} THEN [] ELSE [(k)-[:MENTIONS]->(e:Entity) WHERE $question.crowded[e.id] IS NOT NULL | $question.crowded[e.id]] END | g + idf)
      ELSE 0.0 END AS g
  WITH k, near, p, trust, without, later, ft, g,
    CASE WHEN NOT later AND k[$embedded.modelProperty] = $embedded.model THEN 2 * vector.similarity.cosine(k[$embedded.vectorProperty], $embedded.vector) - 1 END AS cos
  WHERE ft > 0 OR cos >= $minCosine OR g > 0
  WITH near, cos, later, {
    k: k, p: p, trust: trust, ft: ft, cos: cos, g: g, without: without, factor: (CASE WHEN $question.estimates AND k.tried > 0 THEN 2 * (k.succeeded + trust) / (k.tried + 2) ELSE trust END) ^ $gamma * CASE WHEN $question.scopeWeights = {} THEN 1.0 ELSE coalesce($question.scopeWeights[k.scope], 1.0) END,
    hub: CASE WHEN p.hub > 1 AND size($question.hubs) > 0 AND EXISTS { (k)-[:MENTIONS]->(e:Entity) WHERE e.id IN $question.hubs } THEN p.hub ELSE 1.0 END
  } AS h
  WITH collect(CASE WHEN NOT later THEN h END) AS sure, collect(CASE WHEN later THEN h END) AS deferred, max(cos) - $floor AS maxSem, sum(near) AS near
  RETURN sure, deferred, near, CASE WHEN maxSem > 0 THEN maxSem ELSE 0.0 END AS sureSem,
    reduce(top = 0.0, h IN sure + deferred | CASE WHEN NOT h.without AND h.ft > top THEN h.ft ELSE top END) AS maxFt,
    reduce(top = 0.0, h IN sure | CASE WHEN h.without AND h.ft > top THEN h.ft ELSE top END) AS maxWithout
}
WITH *, last + 0.02 - $floor > sureSem OR maxFt = 0 AS open, CASE WHEN last + 0.02 > $floor AND sureSem > 0 THEN (last + 0.02 - $floor) / sureSem ELSE 0.0 END AS beyond,
  reduce(m = 1.0, s IN keys($question.scopeWeights) | CASE WHEN $question.scopeWeights[s] > m THEN $question.scopeWeights[s] ELSE m END) * $question.lift AS maxFactor,
  reduce(m = 0.0, w IN keys($question.profiles) | CASE WHEN $question.profiles[w].a > m THEN $question.profiles[w].a ELSE m END) AS maxA,
  reduce(m = 1.0, w IN keys($question.profiles) | CASE WHEN $question.profiles[w].a < m THEN $question.profiles[w].a ELSE m END) AS minA
CALL (everything, sure, deferred, maxFt, sureSem) {
  UNWIND CASE WHEN everything THEN [] ELSE sure END AS h
  WITH h.p AS p, h.g AS g, h.factor AS factor, CASE WHEN maxFt > 0 THEN h.p.a * h.ft / maxFt ELSE 0.0 END
    + CASE WHEN sureSem > 0 AND h.cos > $floor THEN (1 - h.p.a) * (h.cos - $floor) / sureSem ELSE 0.0 END AS x
  WITH p, collect({x: x, g: g, factor: factor}) AS ofProfile, max(x) AS maxX, max(g) AS maxG
  WITH collect({p: p, ofProfile: ofProfile, maxX: maxX, topG: reduce(top = maxG, d IN deferred | CASE WHEN d.p.name = p.name AND d.g > top THEN d.g ELSE top END)}) AS profiles,
    coalesce(max(maxX), 0.0) AS sureX
  CALL (profiles, sureX) {
    UNWIND profiles AS profile
    WITH profile.p AS p, profile.maxX AS maxX, profile.topG AS topG, profile.ofProfile AS ofProfile
    CALL (p, maxX, topG, ofProfile, sureX) {
      UNWIND ofProfile AS h
      WITH h.x AS x, h.factor AS factor, CASE WHEN topG > 0 THEN p.lg * h.g / topG ELSE 0.0 END AS g
      WITH x, g, factor, (x + sureX * g) * factor AS reach ORDER BY reach DESC
      WITH collect({x: x, g: g, factor: factor, reach: reach}) AS best
      RETURN best[0..toInteger($first)] AS best, best[0..3] AS three
    }
    RETURN collect({
      name: p.name, maxX: maxX, topG: topG, lifts: p.lg > 0 OR p.lc > 0,
      // The lowest y of the three hits from which the chain starts: with topX as known so far, and with its maximum, 1.
      seed: CASE WHEN p.lc = 0 THEN 10.0 WHEN size(three) < 3 OR maxX = 0 THEN -1.0 ELSE reduce(m = 10.0, b IN three | CASE WHEN b.x / maxX + b.g < m THEN b.x / maxX + b.g ELSE m END) END,
      seedAtMost: CASE WHEN p.lc = 0 THEN 10.0 WHEN size(three) < 3 THEN -1.0 ELSE reduce(m = 10.0, b IN three | CASE WHEN b.x + b.g < m THEN b.x + b.g ELSE m END) END,
      // The lowest undivided score of the $first best hits: with `most` as known so far, and with its maximum, 1.
      bar: CASE WHEN size(best) < $first THEN -1.0 ELSE best[-1].reach END,
      barAtMost: CASE WHEN size(best) < $first THEN -1.0 ELSE reduce(m = 10.0, b IN best | CASE WHEN (b.x + b.g) * b.factor < m THEN (b.x + b.g) * b.factor ELSE m END) END,
      common: [b IN best | b.reach / (1 + p.lc + CASE WHEN topG > 0 THEN p.lg ELSE 0.0 END)]
    }) AS known
  }
  RETURN known, sureX
}
CALL (known) {
  UNWIND known AS profile
  UNWIND profile.common AS least
  WITH least ORDER BY least DESC
  RETURN coalesce(collect(least)[toInteger($first) - 1], -1.0) AS common
}
CALL (hits, fts, taken, deferred, maxFt, open, beyond, known, sureX, common, maxFactor, minA, maxA) {
  CALL (hits, fts, taken, deferred, maxFt, open, beyond, known, sureX, common, maxFactor, minA, maxA) {
    WITH reduce(m = CASE WHEN common / maxFactor < sureX THEN common / maxFactor ELSE sureX END,
      t IN [b IN known WHERE b.lifts | CASE WHEN b.seed < 1 THEN b.seed * b.maxX ELSE b.maxX END] | CASE WHEN t < m THEN t ELSE m END) AS least
    WITH CASE WHEN open OR (1 - minA) * beyond >= least OR (1 - maxA) * beyond >= least OR minA = 0 OR any(name IN keys($question.profiles) WHERE $question.profiles[name].lc > 0 AND NOT $question.profiles[name].name IN [b IN known | b.name]) THEN 0.0
      WHEN (least - (1 - minA) * beyond) / minA < (least - (1 - maxA) * beyond) / maxA THEN (least - (1 - minA) * beyond) / minA
      ELSE (least - (1 - maxA) * beyond) / maxA END * maxFt * 0.999999 AS leastFt
    UNWIND [i IN range(taken, size(hits) - 1) WHERE fts[i] >= leastFt] AS i
    WITH hits[i] AS k, fts[i] AS ft
    RETURN k, ft, coalesce($question.profiles[k.profile], $question.profiles[k.kind]) AS p, 0.0 AS g
   UNION ALL
    UNWIND deferred AS d
    RETURN d.k AS k, d.ft AS ft, d.p AS p, d.g AS g
  }
  WITH k, ft, p, g, head([b IN known WHERE b.name = p.name]) AS b, (p.a * ft / maxFt + (1 - p.a) * beyond) * 1.000001 AS x
  WITH k, ft, p, g, b, x, CASE WHEN g > 0 THEN p.lg * g / b.topG ELSE 0.0 END AS lift
  // UNWIND instead of WHERE, which would be merged with the WHERE below and evaluated after the reading of properties.
  UNWIND CASE WHEN open OR CASE WHEN b IS NULL THEN p.lg > 0 OR p.lc > 0 OR x >= sureX OR x * maxFactor >= common ELSE
    x >= sureX OR (b.lifts AND x >= b.maxX) OR x / b.maxX + lift >= b.seed OR x + lift >= b.seedAtMost
      OR (((x + sureX * lift) * maxFactor >= b.bar OR (x + lift) * maxFactor >= b.barAtMost) AND (lift > 0 OR x * maxFactor >= common)) END THEN [1] ELSE [] END AS once
  WITH k, ft, p, g
  WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
    AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
    AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
  WITH k, ft, p, g, k.decaysSince AS since
  WITH k, ft, p, g, since, CASE WHEN since IS NULL THEN k.trust ELSE k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
  WITH k, ft, p, g, since, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
  WHERE since IS NULL OR trust >= $minTrust - $decayGrace
  WITH k, ft, p, g, trust, CASE WHEN k[$embedded.modelProperty] = $embedded.model THEN 2 * vector.similarity.cosine(k[$embedded.vectorProperty], $embedded.vector) - 1 END AS cos
  RETURN collect({k: k, p: p, trust: trust, ft: ft, cos: cos, g: g, without: false, hub: 1.0}) AS more, max(cos) - $floor AS moreSem
}
WITH last, near, hits, fts, taken, deferred, known, sure + more AS measured, [h IN more | h.k] AS chosen, maxFt, maxWithout,
  CASE WHEN moreSem > sureSem THEN moreSem WHEN sureSem > 0 THEN sureSem ELSE 1.0 END AS topSem
CALL (measured, hits, fts, taken, deferred, known, chosen, topSem, maxFt, maxWithout) {
  UNWIND measured AS h
  WITH h, h.p AS p, CASE WHEN h.without THEN maxWithout ELSE maxFt END AS topFt
  WITH h, p, CASE WHEN topFt > 0 THEN h.hub * p.a * h.ft / topFt ELSE 0.0 END AS l,
    CASE WHEN h.cos > $floor THEN h.hub * (1 - p.a) * (h.cos - $floor) / topSem ELSE 0.0 END AS v
  // From here on, each profile is computed separately.
  WITH p, collect({k: h.k, trust: h.trust, cos: h.cos, g: h.g, l: l, v: v}) AS ofProfile, max(l + v) AS maxX, max(h.g) AS maxOfThese
  WITH p, ofProfile, maxX, coalesce(head([b IN known WHERE b.name = p.name | b.topG]), maxOfThese) AS maxG
  WITH p, ofProfile, maxX, CASE WHEN maxX > 0 THEN maxX ELSE 1.0 END AS topX, CASE WHEN maxG > 0 THEN maxG ELSE 1.0 END AS topG
  CALL (p, ofProfile, topX, topG) {
    UNWIND ofProfile AS h
    WITH h, h.l / topX AS l, h.v / topX AS v, p.lg * h.g / topG AS g
    WITH h, l, v, g, l + v + g AS y ORDER BY y DESC, h.k.ref
    RETURN collect({k: h.k, trust: h.trust, cos: h.cos, l: l, v: v, g: g, y: y}) AS ranked
  }
  CALL (p, ranked) {
    CALL (p, ranked) {
      UNWIND CASE WHEN p.lc > 0 THEN ranked[0..3] ELSE [] END AS h
      WITH h.k AS k, h.y AS y WHERE y > 0
      MATCH (k)-[:MENTIONS]->(e:Entity)
      WITH k, y, e, COUNT { (e)<-[:MENTIONS]-() } AS df
      WHERE 2 <= df <= 30
      MATCH (e)<-[:MENTIONS]-(d:Knowledge)
      WHERE d <> k
      RETURN d, y * log(1 + $documents / df) / log(1 + $documents) / (df - 1) AS c, 0.0 AS n
     UNION ALL
      UNWIND CASE WHEN p.n1 > 0 THEN ranked[0..toInteger($strong)] ELSE [] END AS h
      WITH h.k AS k, h.y AS y WHERE y > 0
      MATCH (k)-[:NEXT]-(d:Knowledge)
      RETURN d, 0.0 AS c, p.n1 * y AS n
     UNION ALL
      UNWIND CASE WHEN p.n2 > 0 THEN ranked[0..toInteger($strong)] ELSE [] END AS h
      WITH h.k AS k, h.y AS y WHERE y > 0
      MATCH (k)-[:NEXT]-(:Knowledge)-[:NEXT]-(d:Knowledge)
      RETURN d, 0.0 AS c, p.n2 * y AS n
    }
    WITH d AS k, sum(c) AS c, sum(n) AS n
    WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
      AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
      AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
      AND coalesce($question.profiles[k.profile], $question.profiles[k.kind]).name = p.name
    WITH k, c, n, k.decaysSince AS since
    WITH k, c, n, since, CASE WHEN since IS NULL THEN k.trust ELSE k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
    WITH k, c, n, since, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
    WHERE since IS NULL OR trust >= $minTrust - $decayGrace
    RETURN collect({k: k, trust: trust, c: c, n: n}) AS reached, CASE WHEN max(c) > 0 THEN max(c) ELSE 1.0 END AS topC
  }
  CALL (p, reached, hits, fts, taken, deferred, chosen, topX, topG, topSem, maxFt) {
    WITH [r IN reached | r.k] AS lifted
    UNWIND CASE WHEN lifted = [] THEN [] ELSE [i IN range(taken, size(hits) - 1) WHERE hits[i] IN lifted AND NOT hits[i] IN chosen | {k: hits[i], ft: fts[i], g: 0.0}]
      + [d IN deferred WHERE d.k IN lifted AND NOT d.k IN chosen] END AS h
    WITH h.k AS k, h.ft AS ft, h.g AS g
    WITH k, ft, g, CASE WHEN k[$embedded.modelProperty] = $embedded.model THEN 2 * vector.similarity.cosine(k[$embedded.vectorProperty], $embedded.vector) - 1 END AS cos
    RETURN collect({
      k: k, cos: cos, g: p.lg * g / topG, l: p.a * ft / maxFt / topX, v: CASE WHEN cos > $floor THEN (1 - p.a) * (cos - $floor) / topSem / topX ELSE 0.0 END
    }) AS late
  }
  CALL (p, ranked, late, reached, topC) {
    UNWIND ranked + late + reached AS h
    WITH h.k AS k, max(h.trust) AS trust, max(h.cos) AS cos, coalesce(max(h.l), 0.0) AS l, coalesce(max(h.v), 0.0) AS v,
      coalesce(max(h.g), 0.0) AS g, coalesce(max(h.c), 0.0) AS c, coalesce(max(h.n), 0.0) AS n
    WITH k, trust, cos, l, v, g, p.lc * c / topC AS c, n
    WITH k, trust, cos, l, v, g, c, n, l + v + g + c AS y ORDER BY y DESC, k.ref
    WITH CASE WHEN p.s > 0 THEN k.session END AS session, collect({k: k, trust: trust, cos: cos, l: l, v: v, g: g, c: c, n: n, y: y}) AS members
    WITH members, CASE WHEN session IS NULL THEN 0.0 ELSE p.s * reduce(sum = 0.0, m IN members[0..3] | sum + m.y) / 3 END AS s
    UNWIND members AS m
    WITH m, s, m.y + m.n + s AS z
    RETURN collect(m {.*, s: s}) AS scored, max(z) AS topZ
  }
  // Before the graph adds to it, the best match of a profile counts 1. A profile without a match has topZ 1, too.
  WITH collect({scored: scored, topZ: CASE WHEN maxX > 0 THEN topZ ELSE 1.0 END, maxX: maxX}) AS profiles, coalesce(max(maxX), 0.0) AS most,
    sum(size(scored) - size(late)) AS found
  RETURN profiles, most, found + size(hits) - taken + size(deferred) - size(chosen) AS totalFound
}
CALL (profiles, most) {
  UNWIND profiles AS profile
  // Parts that come from matches are weighted by how well the profile matches. The part that named entities add (g) is not,
  // so that no match of another profile suppresses a linked fact.
  WITH profile, CASE WHEN profile.maxX > 0 THEN profile.maxX / most ELSE 1.0 END / profile.topZ AS f, 1.0 / profile.topZ AS fg
  UNWIND profile.scored AS h
  WITH h, f, fg, h.k.ref AS ref,
    (f * h.l + f * h.v + fg * h.g + f * h.c + f * h.n + f * h.s) * (CASE WHEN $question.estimates AND h.k.tried > 0 THEN 2 * (h.k.succeeded + h.trust) / (h.k.tried + 2) ELSE h.trust END) ^ $gamma * CASE WHEN $question.scopeWeights = {} THEN 1.0 ELSE coalesce($question.scopeWeights[h.k.scope], 1.0) END AS score
  ORDER BY score DESC, ref
  // LIMIT is not used: Neo4j would count the memory of all lists passed to this subquery for each row that LIMIT keeps.
  WITH collect({h: h, f: f, fg: fg, score: score})[0..toInteger($first)] AS kept
  UNWIND kept AS b
  WITH b.h AS h, b.f AS f, b.fg AS fg, b.score AS score, b.h.k AS k
  WITH h, k, score, coalesce($question.profiles[k.profile], $question.profiles[k.kind]) AS p,
    f * h.l AS lexical, f * h.v AS vector, fg * h.g AS graph, f * h.c AS chain, f * h.n AS neighbours, f * h.s AS session
  RETURN collect({
    ref: k.ref, id: k.id, kind: k.kind, profile: k.profile, group: k.duplicateGroup, trust: h.trust,
    estimate: CASE WHEN $question.estimates THEN (coalesce(k.succeeded, 0.0) + h.trust) / (coalesce(k.tried, 0.0) + 2) END, scopeWeight: $question.scopeWeights[k.scope],
    lexical: lexical, vector: CASE WHEN $embedded.model IS NULL THEN null ELSE vector END, cosine: h.cos,
    graph: CASE WHEN p.lg > 0 THEN graph END, chain: CASE WHEN p.lc > 0 THEN chain END,
    neighbours: CASE WHEN p.n1 > 0 THEN neighbours END, session: CASE WHEN p.s > 0 THEN session END,
    relevance: lexical + vector + graph + chain + neighbours + session, score: score,
    createdMs: k.createdAt.epochMillis, updatedMs: k.updatedAt.epochMillis, properties: [name IN $question.whole[k.kind] | k[name]]
  }) AS best
}
RETURN totalFound, near, best AS hits,
  CASE WHEN last <= $floor OR last < $minCosine THEN 0.0 ELSE $open * (last - $floor) / topSem / CASE WHEN most > 0 THEN most ELSE 1.0 END END AS unseen

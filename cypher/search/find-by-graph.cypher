// search/find-by-graph: the whole recipe, with the entities a question names, rare entities that the best hits share,
// neighbours and sessions (docs/search.md). One row; none when $model is no longer the active one.
//   $question       in one map, since the database makes a plan anew for each size of a text or list that is a parameter, and for null:
//     lucene          as in find-by-text             luceneWithoutHubs  the same without hubs' names, or null
//     named           entities of few documents that the question names: {id, idf}
//     crowded         idf by id of those of many, which are looked for among the candidates only
//     hubs            ids of those of most           kinds, updatedAfter, whole   as in find-by-text
//   $fetch          vector hits looked at, or 0    $scan  true: every cosine of what the filter lets through
//   $model, $vector and what goes with them        null without an embedder          $floor  as in find-by-text-and-index
//   $documents      pieces there are
//   $profiles       by the node's profile, else its kind: {name, a, hub, lg, lc, n1, n2, s}      the rest as in find-by-text
//   $mostLinks      an entity of more passes nothing on    $mostDocuments  of an entity that is passed on to
//   $strong         best hits whose neighbours are looked at        $open  1 - the smallest a, for `unseen`
:params {question: {namespace: "default", lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kpiece0)^0 +(title:(tab) text:(tab))", luceneWithoutHubs: null, named: [], crowded: {}, hubs: [], kinds: ["PIECE"], updatedAfter: null, whole: {PIECE: ["ref", "id", "title", "text"]}, required: {}, scopeWeights: {}, decayPerMs: {}, profiles: {PIECE: {name: "factual", a: 0.4, hub: 1, lg: 0.3, lc: 0.2, n1: 0, n2: 0, s: 0}}}, wide: 1000, fetch: 50, scan: false, vectorIndex: "knowledge_embedding0", vectorProperty: "embedding0", modelProperty: "model0", model: "stub-32", slot: 0, vector: [1.0, 0.0], minCosine: 0.25, floor: 0, minTrust: 0, documents: 1, mostLinks: 100, mostDocuments: 200, strong: 200, open: 0.6, gamma: 1, decayGrace: 0.005, nowMs: 1767225600000, first: 5};
OPTIONAL MATCH (active:EmbeddingModel {id: 'active', model: $model, slot: toInteger($slot)})
WITH active WHERE $model IS NULL OR active IS NOT NULL
CALL (active) {
  CALL (active) {
    WITH active WHERE $fetch > 0
    CALL db.index.vector.queryNodes($vectorIndex, toInteger($fetch), $vector) YIELD node AS k, score
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS g, score AS near
   UNION ALL
    // Not WHERE, which would be planned behind the reading of them all.
    UNWIND CASE WHEN $scan THEN [1] ELSE [] END AS once
    MATCH (k:Knowledge)
    WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust AND k[$modelProperty] = $model
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS g, null AS near
   UNION ALL
    CALL db.index.fulltext.queryNodes('knowledge_text', $question.lucene, {limit: toInteger($wide)}) YIELD node AS k, score
    RETURN k, score AS ft, 0.0 AS hubless, 0.0 AS g, null AS near
   UNION ALL
    WITH active WHERE $question.luceneWithoutHubs IS NOT NULL
    CALL db.index.fulltext.queryNodes('knowledge_text', $question.luceneWithoutHubs, {limit: toInteger($wide)}) YIELD node AS k, score
    RETURN k, 0.0 AS ft, score AS hubless, 0.0 AS g, null AS near
   UNION ALL
    UNWIND $question.named AS n
    MATCH (e:Entity {namespace: $question.namespace, id: n.id})
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
      // A text is about the entity of its title: what it names is linked to that.
      MATCH (e)<-[:TITLED]-(:Piece)-[:MENTIONS]->(f:Entity)<-[:TITLED]-(k:Knowledge)
      RETURN k, 0.5 AS nearness
    }
    WITH n, k, max(nearness) AS nearness
    RETURN k, 0.0 AS ft, 0.0 AS hubless, sum(n.idf * nearness) AS g, null AS near
  }
  WITH k, max(ft) AS ft, max(hubless) AS hubless, max(g) AS g, max(near) AS near
  RETURN collect({k: k, ft: ft, hubless: hubless, g: g, near: near}) AS found,
    coalesce(CASE WHEN count(near) < toInteger($fetch) THEN -1.0 ELSE 2 * min(near) - 1 END, -1.0) AS last
}
CALL (found) {
  UNWIND found AS h
  WITH h, h.k AS k
  WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
    AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
    AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
  WITH h, k, coalesce($question.profiles[k.profile], $question.profiles[k.kind]) AS p, k.decaysSince AS since
  WITH h, k, p, since, CASE WHEN since IS NULL THEN k.trust ELSE k.trust - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
  WITH h, k, p, since, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
  WHERE since IS NULL OR trust >= $minTrust - $decayGrace
  WITH h, k, p, trust,
    CASE WHEN p.hub > 1 AND $question.luceneWithoutHubs IS NOT NULL THEN h.hubless ELSE h.ft END AS ft,
    CASE WHEN k[$modelProperty] = $model THEN 2 * vector.similarity.cosine(k[$vectorProperty], $vector) - 1 END AS cos,
    CASE WHEN p.lg > 0
      THEN reduce(g = h.g, idf IN CASE WHEN $question.crowded = {} THEN [] ELSE [(k)-[:MENTIONS]->(e:Entity) WHERE $question.crowded[e.id] IS NOT NULL | $question.crowded[e.id]] END | g + idf)
      ELSE 0.0 END AS g
  WHERE ft > 0 OR cos >= $minCosine OR g > 0
  WITH collect({
    k: k, trust: trust, ft: ft, cos: cos, g: g, near: h.near IS NOT NULL,
    hub: CASE WHEN p.hub > 1 AND size($question.hubs) > 0 AND EXISTS { (k)-[:MENTIONS]->(e:Entity) WHERE e.id IN $question.hubs } THEN p.hub ELSE 1.0 END,
    without: p.hub > 1 AND $question.luceneWithoutHubs IS NOT NULL
  }) AS hits, max(cos) AS maxCos
  RETURN hits, CASE WHEN maxCos > $floor THEN maxCos - $floor ELSE 1.0 END AS topSem,
    reduce(top = 0.0, h IN hits | CASE WHEN NOT h.without AND h.ft > top THEN h.ft ELSE top END) AS maxFt,
    reduce(top = 0.0, h IN hits | CASE WHEN h.without AND h.ft > top THEN h.ft ELSE top END) AS maxWithout,
    size([h IN hits WHERE h.near]) AS near
}
CALL (hits, topSem, maxFt, maxWithout) {
  UNWIND hits AS h
  WITH h, coalesce($question.profiles[h.k.profile], $question.profiles[h.k.kind]) AS p, CASE WHEN h.without THEN maxWithout ELSE maxFt END AS topFt
  WITH h, p, CASE WHEN topFt > 0 THEN h.hub * p.a * h.ft / topFt ELSE 0.0 END AS l,
    CASE WHEN h.cos > $floor THEN h.hub * (1 - p.a) * (h.cos - $floor) / topSem ELSE 0.0 END AS v
  // From here on each profile by itself.
  WITH p, collect({k: h.k, trust: h.trust, cos: h.cos, g: h.g, l: l, v: v}) AS ofProfile, max(l + v) AS maxX, max(h.g) AS maxG
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
  CALL (p, ranked, reached, topC) {
    UNWIND ranked + reached AS h
    WITH h.k AS k, max(h.trust) AS trust, max(h.cos) AS cos, coalesce(max(h.l), 0.0) AS l, coalesce(max(h.v), 0.0) AS v,
      coalesce(max(h.g), 0.0) AS g, coalesce(max(h.c), 0.0) AS c, coalesce(max(h.n), 0.0) AS n
    WITH k, trust, cos, l, v, g, p.lc * c / topC AS c, n
    WITH k, trust, cos, l, v, g, c, n, l + v + g + c AS y ORDER BY y DESC, k.ref
    WITH k.session AS session, collect({k: k, trust: trust, cos: cos, l: l, v: v, g: g, c: c, n: n, y: y}) AS members
    WITH members, CASE WHEN session IS NULL THEN 0.0 ELSE p.s * reduce(sum = 0.0, m IN members[0..3] | sum + m.y) / 3 END AS s
    UNWIND members AS m
    WITH m, s, m.y + m.n + s AS z
    RETURN collect(m {.*, s: s}) AS scored, max(z) AS topZ
  }
  // The best match of a profile counts 1 before the graph adds to it; where nothing matches, its place is kept.
  WITH collect({scored: scored, topZ: CASE WHEN maxX > 0 THEN topZ ELSE 1.0 END, maxX: maxX}) AS profiles, coalesce(max(maxX), 0.0) AS most
  RETURN profiles, most, reduce(n = 0, profile IN profiles | n + size(profile.scored)) AS totalFound
}
CALL (profiles, most) {
  UNWIND profiles AS profile
  // The parts that come of matches count by how well the profile matches. What the entities named add (g) does not, so that
  // no match elsewhere takes a linked fact away.
  WITH profile, CASE WHEN profile.maxX > 0 THEN profile.maxX / most ELSE 1.0 END / profile.topZ AS f, 1.0 / profile.topZ AS fg
  UNWIND profile.scored AS h
  WITH h, f, fg, h.k.ref AS ref,
    (f * h.l + f * h.v + fg * h.g + f * h.c + f * h.n + f * h.s) * h.trust ^ $gamma * coalesce($question.scopeWeights[h.k.scope], 1.0) AS score
  ORDER BY score DESC, ref
  // Not LIMIT, which charges each row that it keeps with all the lists this subquery was given.
  WITH collect({h: h, f: f, fg: fg, score: score})[0..toInteger($first)] AS kept
  UNWIND kept AS b
  WITH b.h AS h, b.f AS f, b.fg AS fg, b.score AS score, b.h.k AS k
  WITH h, k, score, coalesce($question.profiles[k.profile], $question.profiles[k.kind]) AS p,
    f * h.l AS lexical, f * h.v AS vector, fg * h.g AS graph, f * h.c AS chain, f * h.n AS neighbours, f * h.s AS session
  RETURN collect({
    ref: k.ref, id: k.id, kind: k.kind, profile: k.profile, group: k.duplicateGroup, trust: h.trust, scopeWeight: $question.scopeWeights[k.scope],
    lexical: lexical, vector: CASE WHEN $model IS NULL THEN null ELSE vector END, cosine: h.cos,
    graph: CASE WHEN p.lg > 0 THEN graph END, chain: CASE WHEN p.lc > 0 THEN chain END,
    neighbours: CASE WHEN p.n1 > 0 THEN neighbours END, session: CASE WHEN p.s > 0 THEN session END,
    relevance: lexical + vector + graph + chain + neighbours + session, score: score,
    properties: [name IN $question.whole[k.kind] | k[name]]
  }) AS best
}
RETURN totalFound, near, best AS hits,
  CASE WHEN last <= $floor OR last < $minCosine THEN 0.0 ELSE $open * (last - $floor) / topSem / CASE WHEN most > 0 THEN most ELSE 1.0 END END AS unseen

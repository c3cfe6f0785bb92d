// search/find-at: search the knowledge of another time by the recipe of find-by-graph. Knowledge that was stored later
// is
// left out. Knowledge whose content changed since then is found by its text of that time, which is stored as a Version
// and
// has an index of its own, and is filtered by the facets of that time. Its trust is that after the last ledger entry
// until
// then. The cosine of every candidate is computed, since few searches ask for another time. Vectors, mentions, links,
// profiles and scopes are the present ones. One row; none if $model is no longer the active one.
//   $question  as in find-by-graph, except that `lucene` and `luceneWithoutHubs` do not filter by what the caller may
//   see,
//              which `required` does; further:
//     known                the time                  earlier, earlierWithoutHubs   the queries for earlier texts
//   $fetch, $scan, $wide and all others  as in find-by-graph
:params {question: {namespace: "default", known: datetime(), lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kpiece0)^0 +(title:(tab) text:(tab))", luceneWithoutHubs: null, earlier: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kpiece0)^0 +(title:(tab) text:(tab))", earlierWithoutHubs: null, named: [], crowded: {}, hubs: [], kinds: ["PIECE"], updatedAfter: null, whole: {PIECE: ["ref", "id", "title", "text"]}, required: {}, scopeWeights: {}, estimates: false, decayPerMs: {}, profiles: {PIECE: {name: "factual", a: 0.4, hub: 1, lg: 0.3, lc: 0.2, n1: 0, n2: 0, s: 0}}}, wide: 1000, fetch: 50, scan: false, vectorIndex: "knowledge_embedding0", vectorProperty: "embedding0", modelProperty: "model0", model: "stub-32", slot: 0, vector: [1.0, 0.0], minCosine: 0.25, floor: 0, minTrust: 0, documents: 1, mostLinks: 100, mostDocuments: 200, strong: 200, open: 0.6, gamma: 1, decayGrace: 0.005, nowMs: 1767225600000, first: 5};
CYPHER replan=skip
OPTIONAL MATCH (active:EmbeddingModel {id: 'active', model: $model, slot: toInteger($slot)}) USING INDEX SEEK active:EmbeddingModel(id)
WITH active WHERE $model IS NULL OR active IS NOT NULL
CALL (active) {
  WITH active WHERE $fetch > 0
  CALL db.index.vector.queryNodes($vectorIndex, toInteger($fetch), $vector) YIELD node AS k, score
  RETURN collect(k) AS nearest, coalesce(CASE WHEN count(*) < toInteger($fetch) THEN -1.0 ELSE 2 * min(score) - 1 END, -1.0) AS last
}
CALL (nearest) {
  CALL (nearest) {
    UNWIND nearest AS k
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS was, 0.0 AS wasHubless, 0.0 AS g, 1 AS near
   UNION ALL
    CALL db.index.fulltext.queryNodes('knowledge_text', $question.lucene, {limit: toInteger($wide)}) YIELD node AS k, score
    RETURN k, score AS ft, 0.0 AS hubless, 0.0 AS was, 0.0 AS wasHubless, 0.0 AS g, 0 AS near
   UNION ALL
    CALL db.index.fulltext.queryNodes('version_text', $question.earlier, {limit: toInteger($wide)}) YIELD node AS v, score
    WHERE v.namespace = $question.namespace AND v.from <= $question.known AND v.until > $question.known
    MATCH (k:Knowledge {namespace: $question.namespace, ref: v.ref}) USING INDEX SEEK k:Knowledge(namespace, ref)
    RETURN k, 0.0 AS ft, 0.0 AS hubless, score AS was, 0.0 AS wasHubless, 0.0 AS g, 0 AS near
   UNION ALL
    UNWIND CASE WHEN $question.luceneWithoutHubs IS NULL THEN [] ELSE [$question.luceneWithoutHubs] END AS lucene
    CALL db.index.fulltext.queryNodes('knowledge_text', lucene, {limit: toInteger($wide)}) YIELD node AS k, score
    RETURN k, 0.0 AS ft, score AS hubless, 0.0 AS was, 0.0 AS wasHubless, 0.0 AS g, 0 AS near
   UNION ALL
    UNWIND CASE WHEN $question.earlierWithoutHubs IS NULL THEN [] ELSE [$question.earlierWithoutHubs] END AS lucene
    CALL db.index.fulltext.queryNodes('version_text', lucene, {limit: toInteger($wide)}) YIELD node AS v, score
    WHERE v.namespace = $question.namespace AND v.from <= $question.known AND v.until > $question.known
    MATCH (k:Knowledge {namespace: $question.namespace, ref: v.ref}) USING INDEX SEEK k:Knowledge(namespace, ref)
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS was, score AS wasHubless, 0.0 AS g, 0 AS near
   UNION ALL
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
      MATCH (e)<-[:TITLED]-(:Piece)-[:MENTIONS]->(f:Entity)<-[:TITLED]-(k:Knowledge)
      RETURN k, 0.5 AS nearness
    }
    WITH n, k, max(nearness) AS nearness
    WITH k, sum(n.idf * nearness) AS g
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS was, 0.0 AS wasHubless, g, 0 AS near
   UNION ALL
    // UNWIND instead of WHERE, which the planner would evaluate only after all nodes were read.
    UNWIND CASE WHEN $scan THEN [1] ELSE [] END AS once
    MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
    WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= 0 AND k[$modelProperty] = $model
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS was, 0.0 AS wasHubless, 0.0 AS g, 0 AS near
  }
  WITH k, max(ft) AS ft, max(hubless) AS hubless, max(was) AS was, max(wasHubless) AS wasHubless, max(g) AS named, max(near) AS near
  WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.createdAt <= $question.known
  WITH k, ft, hubless, was, wasHubless, named, near, coalesce($question.profiles[k.profile], $question.profiles[k.kind]) AS p,
    // The version that was current then, if the content changed since.
    head(COLLECT {
      UNWIND CASE WHEN k.since > $question.known THEN [1] ELSE [] END AS once
      MATCH (v:Version {namespace: $question.namespace, ref: k.ref}) USING INDEX SEEK v:Version(namespace, ref, number)
      WHERE v.number > 0 AND v.from <= $question.known AND v.until > $question.known
      RETURN v ORDER BY v.number DESC LIMIT 1
    }) AS v,
    // The last ledger entry until then, if anything was written since.
    head(COLLECT {
      UNWIND CASE WHEN k.updatedAt > $question.known THEN [1] ELSE [] END AS once
      MATCH (k)-[:HAS_EVIDENCE]->(entry:Evidence)
      WHERE entry.appliedAt <= $question.known
      RETURN entry ORDER BY entry.appliedAt DESC, entry.sequence DESC LIMIT 1
    }) AS entry
  WHERE v IS NOT NULL OR NOT coalesce(k.since > $question.known, false)
  WITH *, CASE WHEN coalesce(k.updatedAt <= $question.known, true) THEN k.trust ELSE coalesce(entry.trustAfter, k.initialTrust, k.trust) END AS base,
    CASE WHEN k.decaysSince IS NULL OR coalesce(k.updatedAt <= $question.known, true) THEN k.decaysSince ELSE coalesce(entry.appliedAt, k.createdAt) END AS since,
    CASE
      WHEN v IS NOT NULL THEN coalesce(v.facets, k.facets)
      // It was archived later, which removed the facet by which callers see it.
      WHEN k.archivedAt > $question.known AND k.mergedInto IS NULL THEN k.facets + k.visibility
      ELSE k.facets
    END AS facets,
    CASE
      WHEN coalesce(k.updatedAt <= $question.known, true) THEN k.updatedAt
      WHEN entry.appliedAt > coalesce(v.from, k.since, k.createdAt) THEN entry.appliedAt
      ELSE coalesce(v.from, k.since, k.createdAt)
    END AS changed
  WHERE base >= $minTrust AND ($question.updatedAfter IS NULL OR changed > $question.updatedAfter)
    AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN facets)))
  WITH *, CASE WHEN since IS NULL THEN base ELSE base - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
  WITH *, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
  WHERE since IS NULL OR trust >= $minTrust - $decayGrace
  WITH *, p.hub > 1 AND $question.luceneWithoutHubs IS NOT NULL AS without,
    CASE WHEN k[$modelProperty] = $model THEN 2 * vector.similarity.cosine(k[$vectorProperty], $vector) - 1 END AS cos,
    CASE WHEN p.lg > 0
      THEN reduce(g = named, idf IN CASE WHEN $question.crowded = {} THEN [] ELSE [(k)-[:MENTIONS]->(e:Entity) WHERE $question.crowded[e.id] IS NOT NULL | $question.crowded[e.id]] END | g + idf)
      ELSE 0.0 END AS g
  WITH *, CASE WHEN v IS NULL THEN CASE WHEN without THEN hubless ELSE ft END ELSE CASE WHEN without THEN wasHubless ELSE was END END AS words
  WHERE words > 0 OR cos >= $minCosine OR g > 0
  // Tries that were reported later are subtracted.
  WITH *, CASE WHEN NOT ($question.estimates AND k.tried > 0 AND k.updatedAt > $question.known) THEN [] ELSE COLLECT {
      MATCH (k)-[:HAS_EVIDENCE]->(later:Evidence)
      WHERE later.appliedAt > $question.known AND later.retractedBy IS NULL AND NOT later.kind IN ['RETRACTION', 'RESTORED']
        AND (later.positive OR later.weight <> 1.0)
      RETURN [coalesce(later.share, 1.0) * coalesce(later.agentWeight, 1.0), later.positive]
    } END AS later
  WITH *, reduce(left = coalesce(k.tried, 0.0), each IN later | left - each[0]) AS tried,
    reduce(left = coalesce(k.succeeded, 0.0), each IN later | CASE WHEN each[1] THEN left - each[0] ELSE left END) AS succeeded
  WITH *, CASE WHEN tried > 0 THEN tried ELSE 0.0 END AS tries, CASE WHEN succeeded > 0 THEN succeeded ELSE 0.0 END AS successes
  WITH near, cos, {
    k: k, v: v, p: p, trust: trust, changed: changed, ft: words, cos: cos, g: g, without: without,
    estimate: CASE WHEN $question.estimates THEN (successes + trust) / (tries + 2) END,
    factor: (CASE WHEN $question.estimates AND tries > 0 THEN 2 * (successes + trust) / (tries + 2) ELSE trust END) ^ $gamma * CASE WHEN $question.scopeWeights = {} THEN 1.0 ELSE coalesce($question.scopeWeights[k.scope], 1.0) END,
    hub: CASE WHEN p.hub > 1 AND size($question.hubs) > 0 AND EXISTS { (k)-[:MENTIONS]->(e:Entity) WHERE e.id IN $question.hubs } THEN p.hub ELSE 1.0 END
  } AS h
  WITH collect(h) AS measured, max(cos) - $floor AS maxSem, sum(CASE WHEN cos IS NULL THEN 0 ELSE near END) AS near
  RETURN measured, near, CASE WHEN maxSem > 0 THEN maxSem ELSE 1.0 END AS topSem,
    reduce(top = 0.0, h IN measured | CASE WHEN NOT h.without AND h.ft > top THEN h.ft ELSE top END) AS maxFt,
    reduce(top = 0.0, h IN measured | CASE WHEN h.without AND h.ft > top THEN h.ft ELSE top END) AS maxWithout
}
CALL (measured, topSem, maxFt, maxWithout) {
  UNWIND measured AS h
  WITH h, h.p AS p, CASE WHEN h.without THEN maxWithout ELSE maxFt END AS topFt
  WITH h, p, CASE WHEN topFt > 0 THEN h.hub * p.a * h.ft / topFt ELSE 0.0 END AS l,
    CASE WHEN h.cos > $floor THEN h.hub * (1 - p.a) * (h.cos - $floor) / topSem ELSE 0.0 END AS v
  // From here on, each profile is computed separately.
  WITH p, collect({h: h, l: l, v: v}) AS ofProfile, max(l + v) AS maxX, max(h.g) AS maxG
  WITH p, ofProfile, maxX, CASE WHEN maxX > 0 THEN maxX ELSE 1.0 END AS topX, CASE WHEN maxG > 0 THEN maxG ELSE 1.0 END AS topG
  CALL (p, ofProfile, topX, topG) {
    UNWIND ofProfile AS o
    WITH o.h AS h, o.l / topX AS l, o.v / topX AS v, p.lg * o.h.g / topG AS g
    WITH h, l, v, g, l + v + g AS y ORDER BY y DESC, h.k.ref
    RETURN collect({h: h, k: h.k, l: l, v: v, g: g, y: y}) AS ranked
  }
  CALL (p, ranked) {
    CALL (p, ranked) {
      UNWIND CASE WHEN p.lc > 0 THEN ranked[0..3] ELSE [] END AS r
      WITH r.k AS k, r.y AS y WHERE y > 0
      MATCH (k)-[:MENTIONS]->(e:Entity)
      WITH k, y, e, COUNT { (e)<-[:MENTIONS]-() } AS df
      WHERE 2 <= df <= 30
      MATCH (e)<-[:MENTIONS]-(d:Knowledge)
      WHERE d <> k
      RETURN d, y * log(1 + $documents / df) / log(1 + $documents) / (df - 1) AS c, 0.0 AS n
     UNION ALL
      UNWIND CASE WHEN p.n1 > 0 THEN ranked[0..toInteger($strong)] ELSE [] END AS r
      WITH r.k AS k, r.y AS y WHERE y > 0
      MATCH (k)-[:NEXT]-(d:Knowledge)
      RETURN d, 0.0 AS c, p.n1 * y AS n
     UNION ALL
      UNWIND CASE WHEN p.n2 > 0 THEN ranked[0..toInteger($strong)] ELSE [] END AS r
      WITH r.k AS k, r.y AS y WHERE y > 0
      MATCH (k)-[:NEXT]-(:Knowledge)-[:NEXT]-(d:Knowledge)
      RETURN d, 0.0 AS c, p.n2 * y AS n
    }
    // From here to `h`, this is the same as above.
    WITH d AS k, sum(c) AS c, sum(n) AS n
    WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.createdAt <= $question.known
      AND coalesce($question.profiles[k.profile], $question.profiles[k.kind]).name = p.name
    WITH k, c, n,
      // The version that was current then, if the content changed since.
      head(COLLECT {
        UNWIND CASE WHEN k.since > $question.known THEN [1] ELSE [] END AS once
        MATCH (v:Version {namespace: $question.namespace, ref: k.ref}) USING INDEX SEEK v:Version(namespace, ref, number)
        WHERE v.number > 0 AND v.from <= $question.known AND v.until > $question.known
        RETURN v ORDER BY v.number DESC LIMIT 1
      }) AS v,
      // The last ledger entry until then, if anything was written since.
      head(COLLECT {
        UNWIND CASE WHEN k.updatedAt > $question.known THEN [1] ELSE [] END AS once
        MATCH (k)-[:HAS_EVIDENCE]->(entry:Evidence)
        WHERE entry.appliedAt <= $question.known
        RETURN entry ORDER BY entry.appliedAt DESC, entry.sequence DESC LIMIT 1
      }) AS entry
    WHERE v IS NOT NULL OR NOT coalesce(k.since > $question.known, false)
    WITH k, c, n, v, CASE WHEN coalesce(k.updatedAt <= $question.known, true) THEN k.trust ELSE coalesce(entry.trustAfter, k.initialTrust, k.trust) END AS base,
      CASE WHEN k.decaysSince IS NULL OR coalesce(k.updatedAt <= $question.known, true) THEN k.decaysSince ELSE coalesce(entry.appliedAt, k.createdAt) END AS since,
      CASE
        WHEN v IS NOT NULL THEN coalesce(v.facets, k.facets)
        // It was archived later, which removed the facet by which callers see it.
        WHEN k.archivedAt > $question.known AND k.mergedInto IS NULL THEN k.facets + k.visibility
        ELSE k.facets
      END AS facets,
      CASE
        WHEN coalesce(k.updatedAt <= $question.known, true) THEN k.updatedAt
        WHEN entry.appliedAt > coalesce(v.from, k.since, k.createdAt) THEN entry.appliedAt
        ELSE coalesce(v.from, k.since, k.createdAt)
      END AS changed
    WHERE base >= $minTrust AND ($question.updatedAfter IS NULL OR changed > $question.updatedAfter)
      AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN facets)))
    WITH k, c, n, v, changed, since, CASE WHEN since IS NULL THEN base ELSE base - coalesce($question.decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t
    WITH k, c, n, v, changed, since, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
    WHERE since IS NULL OR trust >= $minTrust - $decayGrace
    WITH k, c, n, v, changed, trust, CASE WHEN NOT ($question.estimates AND k.tried > 0 AND k.updatedAt > $question.known) THEN [] ELSE COLLECT {
        MATCH (k)-[:HAS_EVIDENCE]->(later:Evidence)
        WHERE later.appliedAt > $question.known AND later.retractedBy IS NULL AND NOT later.kind IN ['RETRACTION', 'RESTORED']
          AND (later.positive OR later.weight <> 1.0)
        RETURN [coalesce(later.share, 1.0) * coalesce(later.agentWeight, 1.0), later.positive]
      } END AS later
    WITH k, c, n, v, changed, trust, reduce(left = coalesce(k.tried, 0.0), each IN later | left - each[0]) AS tried,
      reduce(left = coalesce(k.succeeded, 0.0), each IN later | CASE WHEN each[1] THEN left - each[0] ELSE left END) AS succeeded
    WITH k, c, n, v, changed, trust, CASE WHEN tried > 0 THEN tried ELSE 0.0 END AS tries, CASE WHEN succeeded > 0 THEN succeeded ELSE 0.0 END AS successes
    RETURN collect({k: k, c: c, n: n, h: {v: v, trust: trust, changed: changed, estimate: CASE WHEN $question.estimates THEN (successes + trust) / (tries + 2) END, factor: (CASE WHEN $question.estimates AND tries > 0 THEN 2 * (successes + trust) / (tries + 2) ELSE trust END) ^ $gamma * CASE WHEN $question.scopeWeights = {} THEN 1.0 ELSE coalesce($question.scopeWeights[k.scope], 1.0) END}}) AS reached,
      CASE WHEN max(c) > 0 THEN max(c) ELSE 1.0 END AS topC
  }
  CALL (p, ranked, reached, topC) {
    UNWIND ranked + reached AS r
    WITH r.k AS k, head(collect(r.h)) AS h, max(r.h.cos) AS cos, coalesce(max(r.l), 0.0) AS l, coalesce(max(r.v), 0.0) AS v,
      coalesce(max(r.g), 0.0) AS g, coalesce(max(r.c), 0.0) AS c, coalesce(max(r.n), 0.0) AS n
    WITH k, h, cos, l, v, g, p.lc * c / topC AS c, n
    WITH k, h, cos, l, v, g, c, n, l + v + g + c AS y ORDER BY y DESC, k.ref
    WITH CASE WHEN p.s > 0 THEN k.session END AS session, collect({k: k, h: h, cos: cos, l: l, v: v, g: g, c: c, n: n, y: y}) AS members
    WITH members, CASE WHEN session IS NULL THEN 0.0 ELSE p.s * reduce(sum = 0.0, m IN members[0..3] | sum + m.y) / 3 END AS s
    UNWIND members AS m
    WITH m, s, m.y + m.n + s AS z
    RETURN collect(m {.*, s: s}) AS scored, max(z) AS topZ
  }
  WITH collect({scored: scored, topZ: CASE WHEN maxX > 0 THEN topZ ELSE 1.0 END, maxX: maxX}) AS profiles, coalesce(max(maxX), 0.0) AS most, sum(size(scored)) AS totalFound
  RETURN profiles, most, totalFound
}
CALL (profiles, most) {
  UNWIND profiles AS profile
  WITH profile, CASE WHEN profile.maxX > 0 THEN profile.maxX / most ELSE 1.0 END / profile.topZ AS f, 1.0 / profile.topZ AS fg
  UNWIND profile.scored AS m
  WITH m, f, fg, m.k.ref AS ref, (f * m.l + f * m.v + fg * m.g + f * m.c + f * m.n + f * m.s) * m.h.factor AS score
  ORDER BY score DESC, ref
  // LIMIT is not used: Neo4j would count the memory of all lists passed to this subquery for each row that LIMIT keeps.
  WITH collect({m: m, f: f, fg: fg, score: score})[0..toInteger($first)] AS kept
  UNWIND kept AS b
  WITH b.m AS m, b.f AS f, b.fg AS fg, b.score AS score, b.m.k AS k, b.m.h AS h, b.m.h.v AS version
  WITH m, k, h, version, score, coalesce($question.profiles[k.profile], $question.profiles[k.kind]) AS p,
    f * m.l AS lexical, f * m.v AS vector, fg * m.g AS graph, f * m.c AS chain, f * m.n AS neighbours, f * m.s AS session
  RETURN collect({
    ref: k.ref, id: k.id, kind: k.kind, profile: k.profile, group: k.duplicateGroup, trust: h.trust,
    estimate: h.estimate, scopeWeight: $question.scopeWeights[k.scope],
    lexical: lexical, vector: CASE WHEN $model IS NULL THEN null ELSE vector END, cosine: m.cos,
    graph: CASE WHEN p.lg > 0 THEN graph END, chain: CASE WHEN p.lc > 0 THEN chain END,
    neighbours: CASE WHEN p.n1 > 0 THEN neighbours END, session: CASE WHEN p.s > 0 THEN session END,
    relevance: lexical + vector + graph + chain + neighbours + session, score: score,
    properties: [name IN $question.whole[k.kind] | k[name]],
    then: {updatedAt: h.changed, version: version {.state, .title, .text, .from}}
  }) AS best
}
RETURN totalFound, near, best AS hits,
  CASE WHEN last <= $floor OR last < $minCosine THEN 0.0 ELSE $open * (last - $floor) / topSem / CASE WHEN most > 0 THEN most ELSE 1.0 END END AS unseen

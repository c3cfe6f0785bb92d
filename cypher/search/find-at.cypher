// search/find-at: the recipe of find-by-graph over what was known at another time. Knowledge that was stored later is left
// out. Knowledge whose content changed since, or that an undo removed, is found by the text that it had, which is a Version in
// an index of its own, and is filtered by the facets of that time. Trusts are those after the last entry of the ledger by then.
// Of the hits by words in each of the two indexes, only the $considered best are checked for the time, and those that are
// among the nearest or linked to named entities. What was known of a hit is read only for the latter and for the $sure best by
// words. As in find-by-graph, x <= a·ft/maxFt + (1-a)·beyond bounds the others. `unread` is the number of further hits by words
// that could change the answer, and `wider` is true if one that was not considered could. The caller then repeats the search
// with a greater $sure or $considered. All hits are considered if the chain may reach them, and all are read (`everything`)
// where find-by-graph measures every hit, and if trust or time filter. Vectors, mentions, links, profiles and scopes are those
// of today. One row; none if $embedded.model is no longer the active one.
//   $question  as in find-by-graph; further:
//     known                the time                  earlier, earlierWithoutHubs   the queries for earlier texts
//     archived             true if knowledge was archived since, which removed the facet by which callers see it, or was taken
//                          out of the archive since. Then `lucene` does not filter by what the caller may see, and `required`
//                          and the archive of that time are checked for each hit by words.
//   $fetch, $scan, $wide and all others  as in find-by-graph
// `filled` is true if one of the indexes returned $wide texts, so that it may have more.
:params {question: {namespace: "default", known: datetime(), archived: false, lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kpiece0)^0 +(title:(tab) text:(tab))", luceneWithoutHubs: null, earlier: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kpiece0)^0 +(title:(tab) text:(tab))", earlierWithoutHubs: null, named: [], crowded: {}, hubs: [], kinds: ["PIECE"], updatedAfter: null, whole: {PIECE: ["ref", "id", "title", "text"]}, required: {}, scopeWeights: {}, estimates: false, decayPerMs: {}, profiles: {PIECE: {name: "factual", a: 0.4, hub: 1, lg: 0.3, lc: 0.2, n1: 0, n2: 0, s: 0}}}, wide: 1000, fetch: 50, scan: false, embedded: {vectorIndex: "knowledge_embedding0", vectorProperty: "embedding0", modelProperty: "model0", model: "stub-32", slot: 0, vector: [1.0, 0.0]}, minCosine: 0.25, floor: 0, minTrust: 0, documents: 1, mostLinks: 100, mostDocuments: 200, strong: 200, sure: 50, open: 0.6, gamma: 1, decayGrace: 0.005, nowMs: 1767225600000, considered: 200, first: 5};
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
    MATCH (e)<-[:TITLED]-(:Piece)-[:MENTIONS]->(f:Entity)<-[:TITLED]-(k:Knowledge)
    RETURN k, 0.5 AS nearness
  }
  WITH n, k, max(nearness) AS nearness
  WITH k, sum(n.idf * nearness) AS g
  RETURN collect(k) AS linked, collect(g) AS gs
}
CALL (nearest, linked) {
  UNWIND nearest + linked AS k
  WITH DISTINCT k
  WHERE k.since > $question.known
  MATCH (v:Version {namespace: $question.namespace, ref: k.ref}) USING INDEX SEEK v:Version(namespace, ref, number)
  WHERE v.number > 0 AND v.from <= $question.known AND v.until > $question.known
  RETURN collect(v) AS theirs
}
WITH *, $scan OR $minTrust > 0 OR $question.updatedAfter IS NOT NULL OR $question.crowded <> {}
  OR any(kind IN $question.kinds WHERE $question.profiles[kind].hub > 1 OR $question.profiles[kind].n1 > 0 OR $question.profiles[kind].s > 0)
  OR EXISTS { MATCH (inSession:Piece) USING INDEX SEEK inSession:Piece(namespace, session) WHERE inSession.namespace = $question.namespace AND inSession.session IS NOT NULL } AS everything
WITH *, toInteger(CASE WHEN everything OR any(kind IN $question.kinds WHERE $question.profiles[kind].lc > 0) THEN $wide ELSE $considered END) AS considered
CALL (nearest, linked, considered) {
  CALL db.index.fulltext.queryNodes('knowledge_text', $question.lucene, {limit: toInteger($wide)}) YIELD node AS k, score AS ft
  WHERE ft > 0
  WITH collect(k) AS ks, collect(ft) AS scores
  CALL (nearest, linked, considered, ks, scores) {
    UNWIND [i IN range(0, size(ks) - 1) WHERE i < considered OR ks[i] IN nearest OR ks[i] IN linked] AS i
    WITH ks[i] AS k, scores[i] AS ft
    // A text that was stored later is found only by words that the knowledge did not have yet.
    WHERE k.createdAt <= $question.known AND ($question.crowded <> {} OR NOT coalesce(k.since > $question.known, false))
      // [k] instead of k, of which the planner would read all these properties in advance, for every hit.
      AND (NOT $question.archived OR any(k IN [k] WHERE NOT coalesce(k.archivedAt <= $question.known, false) AND none(place IN range(0, size(coalesce(k.archivedFrom, [])) - 1)
        WHERE k.archivedFrom[place] <= $question.known AND k.archivedUntil[place] > $question.known)
        AND all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group
        WHERE token IN k.facets OR k.archivedAt > $question.known AND k.mergedInto IS NULL AND token = k.visibility))))
    WITH k, ft, k IN nearest OR k IN linked AS both
    RETURN collect(CASE WHEN both THEN {k: k, ft: ft} END) AS both, collect(CASE WHEN NOT both THEN k END) AS hits,
      collect(CASE WHEN NOT both THEN ft END) AS fts
  }
  RETURN both, hits, fts, scores[considered] AS next, size(ks) AS fetched
}
CALL (theirs, considered) {
  CALL db.index.fulltext.queryNodes('version_text', $question.earlier, {limit: toInteger($wide)}) YIELD node AS v, score AS ft
  WHERE ft > 0
  WITH collect(v) AS vs, collect(ft) AS scores
  CALL (theirs, considered, vs, scores) {
    UNWIND [i IN range(0, size(vs) - 1) WHERE i < considered OR vs[i] IN theirs] AS i
    WITH vs[i] AS v, scores[i] AS ft
    WHERE v.from <= $question.known AND v.until > $question.known
    WITH v, ft, v IN theirs AS isTheirs
    RETURN collect(CASE WHEN isTheirs THEN {v: v, ft: ft} END) AS bothThen, collect(CASE WHEN NOT isTheirs THEN v END) AS earlier,
      collect(CASE WHEN NOT isTheirs THEN ft END) AS earlierFts
  }
  RETURN bothThen, earlier, earlierFts, scores[considered] AS nextThen, size(vs) AS fetchedThen
}
// The $sure best of both indexes together.
CALL (fts, earlierFts) {
  UNWIND fts[0..toInteger($sure)] + earlierFts[0..toInteger($sure)] AS ft
  WITH ft ORDER BY ft DESC
  RETURN coalesce(collect(ft)[toInteger($sure) - 1], 0.0) AS sureFt
}
WITH nearest, last, linked, gs, both, hits, fts, bothThen, earlier, earlierFts, fetched = toInteger($wide) OR fetchedThen = toInteger($wide) AS filled, everything,
  CASE WHEN nextThen IS NULL OR next >= nextThen THEN next ELSE nextThen END AS next,
  CASE WHEN everything THEN size(hits) ELSE size([ft IN fts[0..toInteger($sure)] WHERE ft >= sureFt]) END AS taken,
  CASE WHEN everything THEN size(earlier) ELSE size([ft IN earlierFts[0..toInteger($sure)] WHERE ft >= sureFt]) END AS takenThen
CALL (nearest, linked, gs, both, hits, fts, bothThen, earlier, earlierFts, everything, taken, takenThen) {
  CALL (nearest, linked, gs, both, hits, fts, bothThen, earlier, earlierFts, everything, taken, takenThen) {
    UNWIND nearest AS k
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS was, 0.0 AS wasHubless, 0.0 AS g, 1 AS near
   UNION ALL
    UNWIND range(0, size(linked) - 1) AS i
    RETURN linked[i] AS k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS was, 0.0 AS wasHubless, gs[i] AS g, 0 AS near
   UNION ALL
    UNWIND both + [i IN range(0, taken - 1) | {k: hits[i], ft: fts[i]}] AS h
    RETURN h.k AS k, h.ft AS ft, 0.0 AS hubless, 0.0 AS was, 0.0 AS wasHubless, 0.0 AS g, 0 AS near
   UNION ALL
    UNWIND bothThen + [i IN range(0, takenThen - 1) | {v: earlier[i], ft: earlierFts[i]}] AS h
    WITH h.v AS v, h.ft AS ft
    CALL (v) {
      MATCH (k:Knowledge {namespace: $question.namespace, ref: v.ref}) USING INDEX SEEK k:Knowledge(namespace, ref)
      RETURN k
     UNION ALL
      MATCH (k:Undone {namespace: $question.namespace, ref: v.ref}) USING INDEX SEEK k:Undone(namespace, ref)
      RETURN k
    }
    RETURN k, 0.0 AS ft, 0.0 AS hubless, ft AS was, 0.0 AS wasHubless, 0.0 AS g, 0 AS near
   UNION ALL
    WITH everything WHERE everything AND $question.luceneWithoutHubs IS NOT NULL
    CALL db.index.fulltext.queryNodes('knowledge_text', $question.luceneWithoutHubs, {limit: toInteger($wide)}) YIELD node AS k, score
    RETURN k, 0.0 AS ft, score AS hubless, 0.0 AS was, 0.0 AS wasHubless, 0.0 AS g, 0 AS near
   UNION ALL
    WITH everything WHERE everything AND $question.earlierWithoutHubs IS NOT NULL
    CALL db.index.fulltext.queryNodes('version_text', $question.earlierWithoutHubs, {limit: toInteger($wide)}) YIELD node AS v, score
    WHERE v.from <= $question.known AND v.until > $question.known
    CALL (v) {
      MATCH (k:Knowledge {namespace: $question.namespace, ref: v.ref}) USING INDEX SEEK k:Knowledge(namespace, ref)
      RETURN k
     UNION ALL
      MATCH (k:Undone {namespace: $question.namespace, ref: v.ref}) USING INDEX SEEK k:Undone(namespace, ref)
      RETURN k
    }
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS was, score AS wasHubless, 0.0 AS g, 0 AS near
   UNION ALL
    // UNWIND instead of WHERE, which the planner would evaluate only after all nodes were read.
    UNWIND CASE WHEN $scan THEN [1] ELSE [] END AS once
    MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
    WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= 0 AND k[$embedded.modelProperty] = $embedded.model
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS was, 0.0 AS wasHubless, 0.0 AS g, 0 AS near
   UNION ALL
    UNWIND CASE WHEN $scan THEN [1] ELSE [] END AS once
    MATCH (k:Undone) USING INDEX SEEK k:Undone(namespace, ref)
    WHERE k.namespace = $question.namespace AND k.ref IS NOT NULL AND k.kind IN $question.kinds AND k[$embedded.modelProperty] = $embedded.model
    RETURN k, 0.0 AS ft, 0.0 AS hubless, 0.0 AS was, 0.0 AS wasHubless, 0.0 AS g, 0 AS near
  }
  WITH k, max(ft) AS ft, max(hubless) AS hubless, max(was) AS was, max(wasHubless) AS wasHubless, max(g) AS named, max(near) AS near
  // Properties are read once each, since every reading takes as long as a step of the formula.
  WITH *, k.kind AS kind, coalesce(k.since > $question.known, false) AS rewritten
  WHERE k.namespace = $question.namespace AND kind IN $question.kinds AND k.createdAt <= $question.known
    AND NOT coalesce(k.archivedAt <= $question.known, false) AND none(place IN range(0, size(coalesce(k.archivedFrom, [])) - 1)
      WHERE k.archivedFrom[place] <= $question.known AND k.archivedUntil[place] > $question.known)
    // Found only by words that it did not have yet.
    AND (was > 0 OR wasHubless > 0 OR near = 1 OR named > 0 OR $scan OR $question.crowded <> {} OR NOT rewritten)
  WITH *, coalesce($question.profiles[k.profile], $question.profiles[kind]) AS p, k.createdAt AS createdAt, k.updatedAt AS updatedAt,
    // The version that was current then, if the content changed since, or if an undo removed the knowledge.
    CASE WHEN rewritten OR k:Undone THEN head(COLLECT {
      MATCH (v:Version {namespace: $question.namespace, ref: k.ref}) USING INDEX SEEK v:Version(namespace, ref, number)
      WHERE v.number > 0 AND v.from <= $question.known AND v.until > $question.known
      RETURN v ORDER BY v.number DESC LIMIT 1
    }) END AS v
  WHERE v IS NOT NULL OR NOT (k:Undone OR rewritten)
  // The last ledger entry until then, if anything was written since.
  WITH *, coalesce(updatedAt <= $question.known, true) AS unchanged, CASE WHEN updatedAt > $question.known THEN head(COLLECT {
      MATCH (k)-[:HAS_EVIDENCE]->(entry:Evidence)
      WHERE entry.appliedAt <= $question.known
      RETURN entry ORDER BY entry.appliedAt DESC, entry.sequence DESC LIMIT 1
    }) END AS entry
  WITH *, CASE WHEN unchanged THEN k.trust ELSE coalesce(entry.trustAfter, k.initialTrust, k.trust) END AS base, k.decaysSince AS decays,
    CASE
      WHEN unchanged THEN updatedAt
      WHEN entry.appliedAt > coalesce(v.from, k.since, createdAt) THEN entry.appliedAt
      ELSE coalesce(v.from, k.since, createdAt)
    END AS changed
  WHERE base >= $minTrust AND ($question.updatedAfter IS NULL OR changed > $question.updatedAfter)
    AND ($question.required = {} OR all(group IN coalesce($question.required[kind], []) WHERE any(facets IN [CASE
        WHEN v IS NOT NULL THEN coalesce(v.facets, k.facets)
        // It was archived later, which removed the facet by which callers see it.
        WHEN k.archivedAt > $question.known AND k.mergedInto IS NULL THEN k.facets + k.visibility
        ELSE k.facets
      END] WHERE any(token IN group WHERE token IN facets))))
  WITH *, CASE WHEN decays IS NULL OR unchanged THEN decays ELSE coalesce(entry.appliedAt, createdAt) END AS since
  WITH *, CASE WHEN since IS NULL THEN base ELSE base - coalesce($question.decayPerMs[kind] * ($nowMs - since.epochMillis), 0.0) END AS t
  WITH *, CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust
  WHERE since IS NULL OR trust >= $minTrust - $decayGrace
  WITH *, p.hub > 1 AND $question.luceneWithoutHubs IS NOT NULL AS without,
    CASE WHEN p.lg > 0
      THEN reduce(g = named, idf IN CASE WHEN $question.crowded = {} THEN [] ELSE [(k)-[:MENTIONS]->(e:Entity) WHERE $question.crowded[e.id] IS NOT NULL | $question.crowded[e.id]] END | g + idf)
      ELSE 0.0 END AS g
  WITH *, CASE WHEN v IS NULL THEN CASE WHEN without THEN hubless ELSE ft END ELSE CASE WHEN without THEN wasHubless ELSE was END END AS words
  WHERE words > 0 OR near = 1 OR g > 0 OR $scan
  // Tries that were reported later are subtracted.
  WITH *, CASE WHEN $question.estimates THEN coalesce(k.tried, 0.0) ELSE 0.0 END AS triedNow
  WITH *, CASE WHEN triedNow = 0 OR unchanged THEN [] ELSE COLLECT {
      MATCH (k)-[:HAS_EVIDENCE]->(later:Evidence)
      WHERE later.appliedAt > $question.known AND later.retractedBy IS NULL AND NOT later.kind IN ['RETRACTION', 'RESTORED']
        AND (later.positive OR later.weight <> 1.0)
      RETURN [coalesce(later.share, 1.0) * coalesce(later.agentWeight, 1.0), later.positive]
    } END AS later
  WITH *, reduce(left = triedNow, each IN later | left - each[0]) AS tried,
    CASE WHEN triedNow = 0 THEN 0.0 ELSE reduce(left = coalesce(k.succeeded, 0.0), each IN later | CASE WHEN each[1] THEN left - each[0] ELSE left END) END AS succeeded
  WITH *, CASE WHEN tried > 0 THEN tried ELSE 0.0 END AS tries, CASE WHEN succeeded > 0 THEN succeeded ELSE 0.0 END AS successes
  WITH *, CASE WHEN k[$embedded.modelProperty] = $embedded.model THEN 2 * vector.similarity.cosine(k[$embedded.vectorProperty], $embedded.vector) - 1 END AS cos
  WHERE words > 0 OR cos >= $minCosine OR g > 0
  WITH near, cos, {
    k: k, cos: cos, v: v, p: p, trust: trust, changed: changed, ft: words, g: g, without: without,
    estimate: CASE WHEN $question.estimates THEN (successes + trust) / (tries + 2) END,
    factor: (CASE WHEN $question.estimates AND tries > 0 THEN 2 * (successes + trust) / (tries + 2) ELSE trust END) ^ $gamma * CASE WHEN $question.scopeWeights = {} THEN 1.0 ELSE coalesce($question.scopeWeights[k.scope], 1.0) END,
    hub: CASE WHEN p.hub > 1 AND size($question.hubs) > 0 AND EXISTS { (k)-[:MENTIONS]->(e:Entity) WHERE e.id IN $question.hubs } THEN p.hub ELSE 1.0 END
  } AS h
  WITH collect(h) AS measured, max(cos) - $floor AS maxSem, sum(CASE WHEN cos IS NULL THEN 0 ELSE near END) AS near
  RETURN measured, near, CASE WHEN maxSem > 0 THEN maxSem ELSE 0.0 END AS maxSem,
    reduce(top = 0.0, h IN measured | CASE WHEN NOT h.without AND h.ft > top THEN h.ft ELSE top END) AS maxFt,
    reduce(top = 0.0, h IN measured | CASE WHEN h.without AND h.ft > top THEN h.ft ELSE top END) AS maxWithout
}
WITH *, size(hits) - taken + size(earlier) - takenThen AS far, size(hits) > taken OR size(earlier) > takenThen OR next IS NOT NULL AS bounded, last + 0.02 - $floor > maxSem OR maxFt = 0 AS open,
  CASE WHEN last + 0.02 > $floor AND maxSem > 0 THEN (last + 0.02 - $floor) / maxSem ELSE 0.0 END AS beyond,
  reduce(m = 1.0, s IN keys($question.scopeWeights) | CASE WHEN $question.scopeWeights[s] > m THEN $question.scopeWeights[s] ELSE m END) * $question.lift AS maxFactor,
  reduce(m = 0.0, w IN keys($question.profiles) | CASE WHEN $question.profiles[w].a > m THEN $question.profiles[w].a ELSE m END) AS maxA,
  reduce(m = 1.0, w IN keys($question.profiles) | CASE WHEN $question.profiles[w].a < m THEN $question.profiles[w].a ELSE m END) AS minA
// As in find-by-graph: the best of each profile, its lowest y of three, and the lowest undivided score of the $first best of all.
CALL (measured, bounded, maxFt, maxSem) {
  UNWIND CASE WHEN bounded THEN measured ELSE [] END AS h
  WITH h.p AS p, h.g AS g, h.factor AS factor, CASE WHEN maxFt > 0 THEN h.p.a * h.ft / maxFt ELSE 0.0 END
    + CASE WHEN maxSem > 0 AND h.cos > $floor THEN (1 - h.p.a) * (h.cos - $floor) / maxSem ELSE 0.0 END AS x
  WITH p, collect({x: x, g: g, factor: factor}) AS ofProfile, max(x) AS maxX, max(g) AS topG
  WITH collect({p: p, ofProfile: ofProfile, maxX: maxX, topG: topG}) AS profiles, coalesce(max(maxX), 0.0) AS sureX
  CALL (profiles, sureX) {
    UNWIND profiles AS profile
    WITH profile.p AS p, profile.maxX AS maxX, profile.topG AS topG, profile.ofProfile AS ofProfile
    CALL (p, topG, ofProfile, sureX) {
      UNWIND ofProfile AS h
      WITH h.x AS x, h.factor AS factor, CASE WHEN topG > 0 THEN p.lg * h.g / topG ELSE 0.0 END AS g
      WITH x, g, (x + sureX * g) * factor AS reach ORDER BY reach DESC
      WITH collect({x: x, g: g, reach: reach}) AS best
      RETURN best[0..toInteger($first)] AS best, best[0..3] AS three
    }
    RETURN collect({
      name: p.name, maxX: maxX, lifts: p.lg > 0 OR p.lc > 0,
      seed: CASE WHEN p.lc = 0 THEN 10.0 WHEN size(three) < 3 OR maxX = 0 THEN -1.0 ELSE reduce(m = 10.0, b IN three | CASE WHEN b.x / maxX + b.g < m THEN b.x / maxX + b.g ELSE m END) END,
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
WITH *, reduce(m = CASE WHEN common / maxFactor < sureX THEN common / maxFactor ELSE sureX END,
  t IN [b IN known WHERE b.lifts | CASE WHEN b.seed < 1 THEN b.seed * b.maxX ELSE b.maxX END] | CASE WHEN t < m THEN t ELSE m END) AS least
WITH *, CASE WHEN open OR (1 - minA) * beyond >= least OR (1 - maxA) * beyond >= least OR minA = 0 OR any(name IN keys($question.profiles) WHERE $question.profiles[name].lc > 0 AND NOT $question.profiles[name].name IN [b IN known | b.name]) THEN 0.0
  WHEN (least - (1 - minA) * beyond) / minA < (least - (1 - maxA) * beyond) / maxA THEN (least - (1 - minA) * beyond) / minA
  ELSE (least - (1 - maxA) * beyond) / maxA END * maxFt * 0.999999 AS leastFt
WITH last, near, hits, fts, taken, earlier, earlierFts, takenThen, far, filled, measured, maxFt, maxWithout, CASE WHEN maxSem > 0 THEN maxSem ELSE 1.0 END AS topSem,
  CASE WHEN far = 0 THEN 0 ELSE size([i IN range(taken, size(fts) - 1) WHERE fts[i] >= leastFt]) + size([i IN range(takenThen, size(earlierFts) - 1) WHERE earlierFts[i] >= leastFt]) END AS unread,
  coalesce(next >= leastFt, false) AS wider
CALL (measured, topSem, maxFt, maxWithout, hits, fts, taken, earlier, earlierFts, takenThen, far) {
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
    // From here to `h`, this computes the same as above.
    WITH d AS k, sum(c) AS c, sum(n) AS n
    WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.createdAt <= $question.known
      AND coalesce($question.profiles[k.profile], $question.profiles[k.kind]).name = p.name
    WITH k, c, n,
      // The version that was current then, if the content changed since, or if an undo removed the knowledge.
      head(COLLECT {
        UNWIND CASE WHEN k.since > $question.known OR k:Undone THEN [1] ELSE [] END AS once
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
    WHERE v IS NOT NULL OR NOT (k:Undone OR coalesce(k.since > $question.known, false))
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
  // Hits by words that were not read until the chain reached them.
  CALL (p, reached, hits, fts, taken, earlier, earlierFts, takenThen, far, maxFt, topX, topSem) {
    UNWIND CASE WHEN far = 0 THEN [] ELSE reached END AS r
    WITH r.k AS k, r.h AS h, CASE WHEN r.h.v IS NULL THEN head([i IN range(taken, size(hits) - 1) WHERE hits[i] = r.k | fts[i]])
      ELSE head([i IN range(takenThen, size(earlier) - 1) WHERE earlier[i] = r.h.v | earlierFts[i]]) END AS ft
    WHERE ft > 0
    WITH k, h, ft, CASE WHEN k[$embedded.modelProperty] = $embedded.model THEN 2 * vector.similarity.cosine(k[$embedded.vectorProperty], $embedded.vector) - 1 END AS cos
    RETURN collect({h: h {.*, cos: cos}, k: k, l: p.a * ft / maxFt / topX, v: CASE WHEN cos > $floor THEN (1 - p.a) * (cos - $floor) / topSem / topX ELSE 0.0 END, g: 0.0}) AS late
  }
  CALL (p, ranked, late, reached, topC) {
    UNWIND late + ranked + reached AS r
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
  WITH collect({scored: scored, topZ: CASE WHEN maxX > 0 THEN topZ ELSE 1.0 END, maxX: maxX}) AS profiles, coalesce(max(maxX), 0.0) AS most, sum(size(scored) - size(late)) AS found
  RETURN profiles, most, found + far AS totalFound
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
    lexical: lexical, vector: CASE WHEN $embedded.model IS NULL THEN null ELSE vector END, cosine: m.cos,
    graph: CASE WHEN p.lg > 0 THEN graph END, chain: CASE WHEN p.lc > 0 THEN chain END,
    neighbours: CASE WHEN p.n1 > 0 THEN neighbours END, session: CASE WHEN p.s > 0 THEN session END,
    relevance: lexical + vector + graph + chain + neighbours + session, score: score,
    createdMs: k.createdAt.epochMillis, updatedMs: k.updatedAt.epochMillis, properties: [name IN $question.whole[k.kind] | k[name]],
    then: {updatedAt: h.changed, version: version {.state, .title, .text, .from}}
  }) AS best
}
RETURN totalFound, near, unread, wider, filled, best AS hits,
  CASE WHEN last <= $floor OR last < $minCosine THEN 0.0 ELSE $open * (last - $floor) / topSem / CASE WHEN most > 0 THEN most ELSE 1.0 END END AS unseen

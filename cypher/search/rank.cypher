// search/rank: orders candidates by relevance and trust. The only place where the score of a hit is computed (docs/search.md).
//   match      hub · (a · words / best words + (1 − a) · nearness / best nearness), where nearness is cosine − floor, at
//              least 0. A text without a vector is judged by its words alone: they take the place of its nearness. hub is 1
//              but for a text of a session that mentions an entity of very many texts that the question names.
//   relevance  match + links (the linked share of the entities that the question names, by rarity) + rare entities shared with
//              the best hits + good hits beside it in its session and of its session, divided so that the best match has 1;
//              or $candidates.given, where a caller knows the relevance
//   factor     trust / usual for a trust up to the usual one of the kind, above it 1 + bonus · (trust − usual) / (1 − usual)
//   score      relevance · factor ^ gamma · weight of the scope
// One row a hit, best first; no row also if $embedded.model is no longer the active one.
//   $candidates  {refs, words, links, chain, given} of equal length: scores of the sources, 0 where one did not find the text
//   $then        by ref, what holds instead of the node's own: {trust, decaysSince, facets, updatedAt}
//   $question    kinds by name {usual, decayPerMs, required, whole}; profiles by name, otherwise kind {name, a, hub, links, chain,
//                beside: [1 step, 2 steps], session}; scopeWeights; isApart: only the best of a group of duplicates
//   $embedded    the question's vector and its model; all null if words alone decide
:params {candidates: {refs: ["item:tab"], words: [1.0], links: [0.0], chain: [0.0], given: [0.0]}, then: {}, question: {namespace: "default", hubs: [], named: [], minTrust: 0.0, decayGrace: 0.005, updatedAfter: null, nowMs: 1767225600000, gamma: 1.0, bonus: 0.1, first: 5, isApart: true, kinds: {ITEM: {usual: 1.0, decayPerMs: 0.0, required: [], whole: ["title", "text"]}}, profiles: {ITEM: {name: "catalog", a: 0.15, hub: 1.0, links: 0.0, chain: 0.0, beside: [0.0, 0.0], session: 0.0}}, scopeWeights: {}}, embedded: {model: null, slot: null, modelProperty: null, vectorProperty: null, vector: null, floor: 0.0, minCosine: 0.25}};
CYPHER replan=skip
OPTIONAL MATCH (active:EmbeddingModel {id: 'active', model: $embedded.model, slot: toInteger($embedded.slot)})
  USING INDEX SEEK active:EmbeddingModel(id)
WITH active WHERE active IS NOT NULL OR $embedded.model IS NULL
UNWIND range(0, size($candidates.refs) - 1) AS i
MATCH (k:Knowledge|Undone {namespace: $question.namespace, ref: $candidates.refs[i]})
WITH i, k, $question.kinds[k.kind] AS kind, coalesce($question.profiles[k.profile], $question.profiles[k.kind]) AS p, $then[k.ref] AS then
WITH i, k, kind, p, coalesce(then.trust, k.trust) AS raw, coalesce(then.decaysSince, k.decaysSince) AS since,
  CASE WHEN k[$embedded.modelProperty] = $embedded.model
    THEN 2 * vector.similarity.cosine(k[$embedded.vectorProperty], $embedded.vector) - 1 END AS cosine
WHERE kind IS NOT NULL AND (k:Knowledge OR then IS NOT NULL) AND raw >= $question.minTrust
  AND ($question.updatedAfter IS NULL OR coalesce(then.updatedAt, k.updatedAt) > $question.updatedAfter)
  AND all(group IN kind.required WHERE any(token IN group WHERE token IN coalesce(then.facets, k.facets)))
WITH i, k, kind, p, cosine, raw - coalesce(kind.decayPerMs * ($question.nowMs - since.epochMillis), 0.0) AS decayed
WITH i, k, kind, p, cosine, CASE WHEN decayed > 0 THEN decayed ELSE 0.0 END AS trust,
  $candidates.words[i] AS words, $candidates.links[i] AS links, $candidates.chain[i] AS chain, $candidates.given[i] AS given
WHERE trust >= $question.minTrust - $question.decayGrace
WITH collect({k: k, p: p, kind: kind, trust: trust, words: words, links: links, chain: chain, given: given, cosine: cosine})
  AS found, max(words) AS topWords, max(chain) AS topChain, max(cosine) - $embedded.floor AS topNear
UNWIND found AS f
WITH f, f.k AS k, f.p AS p, topWords, topChain, topNear
WITH f, k, p, CASE WHEN topWords > 0 THEN f.words / topWords ELSE 0.0 END AS words,
  CASE WHEN f.cosine > $embedded.floor THEN (f.cosine - $embedded.floor) / topNear WHEN f.cosine IS NOT NULL THEN 0.0 END AS near,
  CASE WHEN f.links > 0 THEN p.links * f.links / reduce(all = 0.0, n IN $question.named | all + n.idf) ELSE 0.0 END AS graph,
  CASE WHEN topChain > 0 THEN p.chain * f.chain / topChain ELSE 0.0 END AS chain,
  CASE WHEN p.hub > 1 AND EXISTS { MATCH (k)-[:MENTIONS]->(e:Entity) WHERE e.id IN $question.hubs } THEN p.hub ELSE 1.0 END AS hub
WITH f, k, p, graph, chain, hub * p.a * words AS lexical, hub * (1 - p.a) * near AS vector,
  CASE WHEN near IS NULL THEN hub * (1 - p.a) * words ELSE 0.0 END AS imputed
// Each profile is ranked by itself, so that its best match counts 1 beside what links add.
WITH p, max(lexical + coalesce(vector, 0.0) + imputed) AS best,
  collect({f: f, graph: graph, chain: chain, lexical: lexical, vector: vector, imputed: imputed}) AS found
UNWIND found AS o
WITH p, best, o, CASE WHEN best > 0 THEN best ELSE 1.0 END AS unit
WITH p, best, o.f AS f, o.f.k AS k, o.graph AS graph, o.chain AS chain, o.lexical / unit AS lexical, o.vector / unit AS vector,
  o.imputed / unit AS imputed
WITH *, lexical + coalesce(vector, 0.0) + imputed + graph + chain AS sum
// Messages and notes of a session: each gains by those beside it, and by the three best of the session.
WITH *, CASE WHEN p.session > 0 THEN k.session END AS session ORDER BY sum DESC, k.ref
WITH p, best, session, collect({f: f, k: k, lexical: lexical, vector: vector, imputed: imputed, graph: graph, chain: chain, sum: sum,
  one: CASE WHEN session IS NOT NULL THEN COLLECT { MATCH (k)-[:NEXT]-(d:Knowledge) RETURN d } ELSE [] END,
  two: CASE WHEN session IS NOT NULL THEN COLLECT { MATCH (k)-[:NEXT]-(:Knowledge)-[:NEXT]-(d:Knowledge) RETURN d } ELSE [] END}) AS members
WITH p, best, members,
  CASE WHEN session IS NULL THEN 0.0 ELSE p.session * reduce(s = 0.0, m IN members[0..3] | s + m.sum) / 3 END AS together
UNWIND members AS m
WITH p, best, m, together, reduce(s = 0.0, n IN CASE WHEN m.one = [] THEN [] ELSE members END |
  s + CASE WHEN n.k IN m.one THEN p.beside[0] * n.sum WHEN n.k IN m.two THEN p.beside[1] * n.sum ELSE 0.0 END) AS beside
WHERE m.f.words > 0 OR m.graph > 0 OR m.chain > 0 OR m.f.given > 0 OR m.f.cosine >= $embedded.minCosine OR beside > 0
// Profiles compete by their best matches. What links add does not, so that no match of another profile suppresses it.
WITH p.name AS profile, best, max(m.sum + beside + together) AS top,
  collect({m: m, beside: beside, session: together}) AS hits
WITH collect({best: best, top: top, hits: hits}) AS profiles, max(best) AS most, sum(size(hits)) AS totalFound
UNWIND profiles AS profile
WITH totalFound, profile.hits AS hits, CASE WHEN profile.best > 0 THEN profile.best / most / profile.top ELSE 1.0 END AS share,
  CASE WHEN profile.best > 0 THEN profile.top ELSE 1.0 END AS top
UNWIND hits AS h
WITH totalFound, h.m.f AS f, h.m.k AS k, share * h.m.lexical AS lexical, share * h.m.vector AS vector, share * h.m.imputed AS imputed,
  h.m.graph / top AS graph, share * h.m.chain AS chain, share * h.beside AS beside, share * h.session AS session, h.m.f.kind.usual AS usual
WITH *, CASE WHEN f.given > 0 THEN f.given
    ELSE lexical + coalesce(vector, 0.0) + imputed + graph + chain + beside + session END AS relevance,
  CASE WHEN f.trust < usual THEN f.trust / usual WHEN f.trust = usual THEN 1.0
    ELSE 1 + $question.bonus * (f.trust - usual) / (1 - usual) END AS factor
WITH *, relevance * factor ^ $question.gamma * coalesce($question.scopeWeights[k.scope], 1.0) AS score
ORDER BY score DESC, k.ref
WITH CASE WHEN $question.isApart THEN coalesce(k.duplicateGroup, k.ref) ELSE k.ref END AS group, totalFound,
  head(collect({k: k, f: f, score: score, relevance: relevance, factor: factor, lexical: lexical, vector: vector, imputed: imputed,
    graph: graph, chain: chain, beside: beside, session: session})) AS h
WITH h, h.k AS k, totalFound ORDER BY h.score DESC, k.ref LIMIT toInteger($question.first)
RETURN k.ref AS ref, k.id AS id, k.kind AS kind, k.profile AS profile, k.duplicateGroup AS group, h.score AS score,
  h.relevance AS relevance, h.f.trust AS trust, h.f.kind.usual AS usual, h.factor AS trustFactor,
  $question.scopeWeights[k.scope] AS scopeWeight, h.lexical AS lexical, h.vector AS vector, h.imputed AS imputed, h.f.cosine AS cosine,
  h.graph AS graph, h.chain AS chain, h.beside AS neighbours, h.session AS session, h.f.given AS given, totalFound,
  k.createdAt.epochMillis AS createdMs, k.updatedAt.epochMillis AS updatedMs, [name IN h.f.kind.whole | k[name]] AS properties

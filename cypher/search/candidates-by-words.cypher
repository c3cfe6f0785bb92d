// search/candidates-by-words: texts that contain words of the question, best first. The query filters by namespace, kind and
// facets inside the index. One row.
//   $question.lucene  as built by lucene.ts
//   $question.read    texts read from the index; more than $question.wide if trust or time filter, which the index cannot
//   $question.wide    maximum number of texts
:params {question: {lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kitem0)^0 +(title:(tab) text:(tab))", read: 100, wide: 100, minTrust: 0.0, updatedAfter: null}};
CYPHER replan=skip
CALL db.index.fulltext.queryNodes('knowledge_text', $question.lucene, {limit: toInteger($question.read)}) YIELD node AS k, score
WHERE score > 0 // a query of stop words alone matches everything with 0
  AND ($question.minTrust <= 0 OR k.trust >= $question.minTrust)
  AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
WITH k.ref AS ref, score LIMIT toInteger($question.wide)
RETURN collect(ref) AS refs, collect(score) AS scores

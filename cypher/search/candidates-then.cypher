// search/candidates-then: texts that contained words of the question at another time, best first: present texts that have
// stood since, and earlier texts (Version) that stood then. One row. Some may be of knowledge that was archived then or that
// the caller may not see; search/rank checks this.
//   $question.lucene   as in search/candidates-by-words, of present texts
//   $question.earlier  the same of earlier texts, whose index counts words by itself
//   $question.read     texts read from each index       $question.wide  maximum number of texts
:params {question: {namespace: "default", known: datetime(), lucene: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kitem0)^0 +(title:(tab) text:(tab))", earlier: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0 +facets:(kitem0)^0 +(title:(tab) text:(tab))", read: 1000, wide: 100}};
CYPHER replan=skip
CALL () {
  CALL db.index.fulltext.queryNodes('knowledge_text', $question.lucene, {limit: toInteger($question.read)}) YIELD node AS k, score
  WHERE score > 0 AND k.createdAt <= $question.known AND NOT coalesce(k.since > $question.known, false)
  RETURN k.ref AS ref, score
 UNION ALL
  CALL db.index.fulltext.queryNodes('version_text', $question.earlier, {limit: toInteger($question.read)}) YIELD node AS v, score
  WHERE score > 0 AND v.from <= $question.known AND v.until > $question.known
  RETURN v.ref AS ref, score
}
WITH ref, max(score) AS score ORDER BY score DESC, ref LIMIT toInteger($question.wide)
RETURN collect(ref) AS refs, collect(score) AS scores

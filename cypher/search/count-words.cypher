// search/count-words: count words, and store the counts for all replicas; the first stored counts stay. A word that
// does not occur in the namespace is neither counted in the index nor stored, since a question may contain text that
// must not be kept. One row per word and namespace ('' for the index).
//   $asked  one map, since the database makes a plan for each size of a text or list parameter: namespace, epoch, indexEpoch,
//           limit (maximum count of each), and words, without repetitions, in order, so that writers do not block each
//           other; with queries for the word in title and text, for the namespace and for the whole index; isNew: whether
//           the index's count is still unknown
:params {asked: {namespace: "default", epoch: 1, indexEpoch: 1, limit: 100000, words: [{word: "tab", ownTitle: "+(+title:tab^0 -facets:x0) +facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0", ownText: "+(+text:tab^0 -facets:x0) +facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0", title: "+title:tab^0", text: "+text:tab^0", isNew: true}]}};
CYPHER replan=skip
UNWIND $asked.words AS counting
CALL (counting) {
  CALL db.index.fulltext.queryNodes('knowledge_text', counting.ownTitle, {limit: toInteger($asked.limit)}) YIELD score
  RETURN count(*) AS ownTitles
}
CALL (counting) {
  CALL db.index.fulltext.queryNodes('knowledge_text', counting.ownText, {limit: toInteger($asked.limit)}) YIELD score
  RETURN count(*) AS ownTexts
}
WITH counting, ownTitles, ownTexts WHERE ownTitles + ownTexts > 0
CALL (counting) {
  WITH counting WHERE counting.isNew
  CALL db.index.fulltext.queryNodes('knowledge_text', counting.title, {limit: toInteger($asked.limit)}) YIELD score
  RETURN count(*) AS titles
}
CALL (counting) {
  WITH counting WHERE counting.isNew
  CALL db.index.fulltext.queryNodes('knowledge_text', counting.text, {limit: toInteger($asked.limit)}) YIELD score
  RETURN count(*) AS texts
}
WITH collect({word: counting.word, isNew: counting.isNew, titles: titles, texts: texts, ownTitles: ownTitles,
  ownTexts: ownTexts}) AS counted
UNWIND
  [c IN counted WHERE c.isNew | {namespace: '', epoch: toInteger($asked.indexEpoch), word: c.word, inTitle: c.titles, inText: c.texts}] +
  [c IN counted | {namespace: $asked.namespace, epoch: toInteger($asked.epoch), word: c.word, inTitle: c.ownTitles,
    inText: c.ownTexts}] AS row
MERGE (w:WordCount {namespace: row.namespace, word: row.word})
REMOVE w.lock // takes the write lock before the epoch is read
WITH w, row, coalesce(w.epoch, 0) < row.epoch AS isNewer
FOREACH (_ IN CASE WHEN isNewer THEN [1] ELSE [] END | SET w.epoch = row.epoch, w.inTitle = row.inTitle, w.inText = row.inText)
RETURN w.namespace AS namespace, w.word AS word, w.inTitle AS inTitle, w.inText AS inText

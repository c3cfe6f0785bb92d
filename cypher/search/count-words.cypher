// search/count-words: count words, and store the counts for all replicas; the first stored counts stay. A word that
// does not occur in the namespace is neither counted in the index nor stored, since a question may contain text that
// must not be kept. One row per word and namespace ('' for the index).
//   $words  without repetitions, in order, so that writers do not block each other; with queries for the word in title
//           and text, for the namespace and for the whole index; isNew: whether the index's count is still unknown
//   $limit  maximum count of each
:params {namespace: "default", epoch: 1, indexEpoch: 1, limit: 100000, words: [{word: "tab", ownTitle: "+(+title:tab^0 -facets:x0) +facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0", ownText: "+(+text:tab^0 -facets:x0) +facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0^0", title: "+title:tab^0", text: "+text:tab^0", isNew: true}]};
UNWIND $words AS asked
CALL (asked) {
  CALL db.index.fulltext.queryNodes('knowledge_text', asked.ownTitle, {limit: toInteger($limit)}) YIELD score
  RETURN count(*) AS ownTitles
}
CALL (asked) {
  CALL db.index.fulltext.queryNodes('knowledge_text', asked.ownText, {limit: toInteger($limit)}) YIELD score
  RETURN count(*) AS ownTexts
}
WITH asked, ownTitles, ownTexts WHERE ownTitles + ownTexts > 0
CALL (asked) {
  WITH asked WHERE asked.isNew
  CALL db.index.fulltext.queryNodes('knowledge_text', asked.title, {limit: toInteger($limit)}) YIELD score
  RETURN count(*) AS titles
}
CALL (asked) {
  WITH asked WHERE asked.isNew
  CALL db.index.fulltext.queryNodes('knowledge_text', asked.text, {limit: toInteger($limit)}) YIELD score
  RETURN count(*) AS texts
}
WITH collect({word: asked.word, isNew: asked.isNew, titles: titles, texts: texts, ownTitles: ownTitles, ownTexts: ownTexts}) AS counted
UNWIND
  [c IN counted WHERE c.isNew | {namespace: '', epoch: toInteger($indexEpoch), word: c.word, inTitle: c.titles, inText: c.texts}] +
  [c IN counted | {namespace: $namespace, epoch: toInteger($epoch), word: c.word, inTitle: c.ownTitles, inText: c.ownTexts}] AS row
MERGE (w:WordCount {namespace: row.namespace, word: row.word})
REMOVE w.lock // takes the write lock before the epoch is read
WITH w, row, coalesce(w.epoch, 0) < row.epoch AS isNewer
FOREACH (_ IN CASE WHEN isNewer THEN [1] ELSE [] END | SET w.epoch = row.epoch, w.inTitle = row.inTitle, w.inText = row.inText)
RETURN w.namespace AS namespace, w.word AS word, w.inTitle AS inTitle, w.inText AS inText

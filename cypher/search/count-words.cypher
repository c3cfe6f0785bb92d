// search/count-words: counts words, and keeps the counts for all replicas: those of the first to store them hold. A word that
// no text has is not kept, since a question may hold what nobody should keep. A row a word and namespace ('' for the index).
//   $words  what to count of each word: inTitle and inText are queries that find what has it, with a score above 0 exactly in
//           the namespace; index: whether the index's count is wanted, else only the namespace's is found and wanted;
//           each word once, in their order, so that writers do not block each other
//   $limit  no more are counted
:params {namespace: "default", epoch: 1, indexEpoch: 1, limit: 100000, words: [{word: "tab", inTitle: "+(+title:tab^0 -facets:x0) facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0", inText: "+(+text:tab^0 -facets:x0) facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0", index: true, own: true}]};
UNWIND $words AS asked
CALL (asked) {
  CALL db.index.fulltext.queryNodes('knowledge_text', asked.inTitle, {limit: toInteger($limit)}) YIELD score
  RETURN count(*) AS titles, count(CASE WHEN score > 0 THEN 1 END) AS ownTitles
}
CALL (asked) {
  CALL db.index.fulltext.queryNodes('knowledge_text', asked.inText, {limit: toInteger($limit)}) YIELD score
  RETURN count(*) AS texts, count(CASE WHEN score > 0 THEN 1 END) AS ownTexts
}
WITH collect({word: asked.word, index: asked.index, own: asked.own, titles: titles, texts: texts, ownTitles: ownTitles, ownTexts: ownTexts}) AS counted
UNWIND
  [c IN counted WHERE c.index | {namespace: '', epoch: toInteger($indexEpoch), word: c.word, inTitle: c.titles, inText: c.texts, keep: c.titles + c.texts > 0}] +
  [c IN counted WHERE c.own | {namespace: $namespace, epoch: toInteger($epoch), word: c.word, inTitle: c.ownTitles, inText: c.ownTexts, keep: c.titles + c.texts > 0 OR NOT c.index}] AS row
CALL (row) {
  WITH row WHERE row.keep
  MERGE (w:WordCount {namespace: row.namespace, word: row.word})
  REMOVE w.lock // takes the write lock before the epoch is read
  WITH w, row, coalesce(w.epoch, 0) < row.epoch AS isNew
  FOREACH (_ IN CASE WHEN isNew THEN [1] ELSE [] END | SET w.epoch = row.epoch, w.inTitle = row.inTitle, w.inText = row.inText)
  RETURN w.inTitle AS inTitle, w.inText AS inText
 UNION ALL
  WITH row WHERE NOT row.keep
  RETURN row.inTitle AS inTitle, row.inText AS inText
}
RETURN row.namespace AS namespace, row.word AS word, inTitle, inText

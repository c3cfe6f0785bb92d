// search/find-word-counts: number of titles and texts with these words, in a namespace and in the whole index
// (namespace ''), as far as they were counted in the given epochs.
//   $asked  one map, since the database makes a plan for each size of a text or list parameter: words and epochs
:params {asked: {words: ["open", "tab"], of: [{namespace: "default", epoch: 1}, {namespace: "", epoch: 1}]}};
CYPHER replan=skip
UNWIND $asked.of AS of
UNWIND $asked.words AS word
MATCH (w:WordCount {namespace: of.namespace, word: word}) USING INDEX SEEK w:WordCount(namespace, word)
WHERE w.epoch = of.epoch
RETURN w.namespace AS namespace, w.word AS word, w.inTitle AS inTitle, w.inText AS inText
ORDER BY namespace, word

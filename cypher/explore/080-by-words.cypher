// explore/080-by-words: Knowledge by its words
// The full-text index as the search asks it, before trust. Here the words are Lucene syntax; in the service they are not.
:params {namespace: "demo", words: "open measurement file"};
CALL db.index.fulltext.queryNodes('knowledge_text', $words, {limit: 200}) YIELD node, score
WHERE node.namespace = $namespace
RETURN node.ref AS ref, node.title AS title, score, node.trust AS trust
ORDER BY score DESC, ref LIMIT 25

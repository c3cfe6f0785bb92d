// explore/080-by-words: Knowledge by its words
// Queries the full-text index as a search does, before trust is considered. Here the words are Lucene syntax; the
// service escapes them.
:params {namespace: "demo", words: "open measurement file"};
CALL db.index.fulltext.queryNodes('knowledge_text', $words, {limit: 200}) YIELD node, score
WHERE node.namespace = $namespace
RETURN node.ref AS ref, node.title AS title, score, node.trust AS trust
ORDER BY score DESC, ref LIMIT 25

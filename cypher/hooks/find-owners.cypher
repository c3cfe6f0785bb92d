// hooks/find-owners: knowledge of a namespace whose title or text has all words of a text in their order. One row per text.
//   $asked  n, query (for the full-text index)      $limit  maximum number of refs per text
:params {namespace: "default", asked: [{n: 0, query: "+(title:\"db:migrate\" text:\"db:migrate\")"}], limit: 3};
UNWIND $asked AS asked
CALL (asked) {
  CALL db.index.fulltext.queryNodes('knowledge_text', asked.query, {limit: toInteger($limit)}) YIELD node AS knowledge
  WHERE knowledge.namespace = $namespace
  RETURN collect(knowledge.ref) AS refs
}
RETURN asked.n AS n, refs

// Plain reciprocal rank fusion of the two indexes, 50 hits each: what many services do.
CALL () {
  CALL db.index.vector.queryNodes('knowledge_embedding0', 50, $vector) YIELD node AS k, score
  WHERE k.namespace = $namespace
  WITH k, score ORDER BY score DESC, k.ref
  WITH collect(k) AS ks
  UNWIND range(0, size(ks) - 1) AS i
  RETURN ks[i] AS k, 1.0 / (61 + i) AS part
 UNION ALL
  CALL db.index.fulltext.queryNodes('knowledge_text', $lucene, {limit: 50}) YIELD node AS k, score
  WHERE k.namespace = $namespace
  WITH k, score ORDER BY score DESC, k.ref
  WITH collect(k) AS ks
  UNWIND range(0, size(ks) - 1) AS i
  RETURN ks[i] AS k, 1.0 / (61 + i) AS part
}
WITH k, sum(part) AS relevance
RETURN k.ref AS ref, relevance * k.trust AS score ORDER BY score DESC, ref LIMIT toInteger($first)

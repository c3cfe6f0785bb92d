// search/candidates-by-vector: the nearest texts that pass the filter, by the vector index of the active slot. Their cosines
// are measured by search/rank, since the index rounds them. One row, empty if the model is no longer the active one.
//   $question.fetch    texts fetched from the index, of all namespaces: max(50, 4 · first / selectivity)
//   $question.nearest  maximum number of texts
:params {question: {namespace: "default", kinds: {ITEM: {required: []}}, minTrust: 0.0, updatedAfter: null, fetch: 50, nearest: 200}, embedded: {model: "stub-32", slot: 0, vectorIndex: "knowledge_embedding0", vector: [1.0, 0.0]}};
CYPHER replan=skip
MATCH (active:EmbeddingModel {id: 'active', model: $embedded.model, slot: toInteger($embedded.slot)})
  USING INDEX SEEK active:EmbeddingModel(id)
CALL db.index.vector.queryNodes($embedded.vectorIndex, toInteger($question.fetch), $embedded.vector) YIELD node AS k
WHERE k.namespace = $question.namespace AND $question.kinds[k.kind] IS NOT NULL AND k.trust >= $question.minTrust
  AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
  AND all(group IN $question.kinds[k.kind].required WHERE any(token IN group WHERE token IN k.facets))
WITH k.ref AS ref LIMIT toInteger($question.nearest)
RETURN collect(ref) AS refs

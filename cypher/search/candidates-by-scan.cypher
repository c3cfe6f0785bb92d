// search/candidates-by-scan: the nearest texts that pass the filter, by the cosine of every one. Exact, and cheaper than the
// vector index where few texts pass. One row, empty if the model is no longer the active one.
//   $question.names, $question.nearest  as in search/candidates-by-vector
:params {question: {namespace: "default", names: ["ITEM"], kinds: {ITEM: {required: []}}, minTrust: 0.0, updatedAfter: null, nearest: 200}, embedded: {model: "stub-32", slot: 0, modelProperty: "model0", vectorProperty: "embedding0", vector: [1.0, 0.0]}};
CYPHER replan=skip
MATCH (active:EmbeddingModel {id: 'active', model: $embedded.model, slot: toInteger($embedded.slot)})
  USING INDEX SEEK active:EmbeddingModel(id)
MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
WHERE k.namespace = $question.namespace AND k.kind IN $question.names AND k.trust >= $question.minTrust
  AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
  AND all(group IN $question.kinds[k.kind].required WHERE any(token IN group WHERE token IN k.facets))
  AND k[$embedded.modelProperty] = $embedded.model
WITH k, vector.similarity.cosine(k[$embedded.vectorProperty], $embedded.vector) AS near
ORDER BY near DESC, k.ref LIMIT toInteger($question.nearest)
RETURN collect(k.ref) AS refs

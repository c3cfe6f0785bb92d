// search/candidates-by-filtered-vector-0: as search/candidates-by-vector, by an index that itself filters by namespace and
// kind (Neo4j 2026). The index is named in the syntax, so that each slot has a file.
//   $question.names  kinds looked for
:params {question: {namespace: "default", names: ["ITEM"], kinds: {ITEM: {required: []}}, minTrust: 0.0, updatedAfter: null, fetch: 50, nearest: 200}, embedded: {model: "stub-32", slot: 0, vector: [1.0, 0.0]}};
CYPHER 25 replan=skip
MATCH (active:EmbeddingModel {id: 'active', model: $embedded.model, slot: toInteger($embedded.slot)})
  USING INDEX SEEK active:EmbeddingModel(id)
UNWIND $question.names AS kind
CALL (kind) {
  MATCH (k)
  SEARCH k IN (VECTOR INDEX knowledge_embedding0 FOR $embedded.vector
    WHERE k.namespace = $question.namespace AND k.kind = kind LIMIT toInteger($question.fetch)) SCORE AS near
  RETURN k, near
}
WITH k, near ORDER BY near DESC LIMIT toInteger($question.fetch)
WHERE k.namespace = $question.namespace AND $question.kinds[k.kind] IS NOT NULL AND k.trust >= $question.minTrust
  AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
  AND all(group IN $question.kinds[k.kind].required WHERE any(token IN group WHERE token IN k.facets))
WITH k.ref AS ref LIMIT toInteger($question.nearest)
RETURN collect(ref) AS refs

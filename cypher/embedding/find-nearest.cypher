// embedding/find-nearest: for each vector the nearest node that has a facet, by the exact cosine. One row for each
// vector with a node of at least this cosine; no rows if $model is no longer the active one.
//   $rows  n, namespace, facet, vector       $fetch  nodes fetched per vector       $least  minimum cosine, -1..1
:params {model: "stub-32", fetch: 10, least: 0.95, rows: [{n: 0, namespace: "default", facet: "v0", vector: [1.0, 0.0]}]};
MATCH (active:EmbeddingModel {id: 'active', model: $model})
UNWIND $rows AS row
CALL (active, row) {
  CALL db.index.vector.queryNodes('knowledge_embedding' + active.slot, toInteger($fetch), row.vector) YIELD node, score
  WHERE node.namespace = row.namespace AND row.facet IN node.facets AND node['model' + active.slot] = $model
  WITH node, 2 * vector.similarity.cosine(node['embedding' + active.slot], row.vector) - 1 AS cosine
  WHERE cosine >= $least
  RETURN node.id AS id ORDER BY cosine DESC, id LIMIT 1
}
RETURN row.n AS n, id

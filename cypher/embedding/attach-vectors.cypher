// embedding/attach-vectors: set both slots of nodes whose text is new. The active slot gets the vector if it is of the
// active model; otherwise the slots are marked as having no vector, so that a vector of the old text never remains.
//   $rows   [{ref, vector, mark}]: a vector and its model; or null and the reason ('none': embed it later)
//   $model  model of the vectors
:params {namespace: "default", model: "stub-32", rows: [{ref: "item:open_files", vector: null, mark: "none"}]};
OPTIONAL MATCH (active:EmbeddingModel {id: 'active', model: $model})
WITH active.slot AS slot
UNWIND $rows AS row
MATCH (k:Knowledge {namespace: $namespace, ref: row.ref})
SET k.embedding0 = null, k.embedding1 = null,
  k.model0 = CASE WHEN slot = 0 THEN row.mark ELSE 'none' END,
  k.model1 = CASE WHEN slot = 1 THEN row.mark ELSE 'none' END
WITH k, row, slot WHERE row.vector IS NOT NULL AND slot IS NOT NULL
CALL db.create.setNodeVectorProperty(k, 'embedding' + slot, row.vector)

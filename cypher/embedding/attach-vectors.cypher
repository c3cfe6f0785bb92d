// embedding/attach-vectors: settle both slots of nodes whose text is new: the active one gets the vector when it is of
// the active model, and all else is marked as having none, so that a vector of the old text never stays.
//   $rows   [{ref, vector, mark}]: a vector, or null and why there is none ('none': embed it later)
//   $model  what the vectors are of
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

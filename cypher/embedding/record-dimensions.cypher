// embedding/record-dimensions: record the length of the active model's vectors; the first recorded length stays.
// One row; none if $model is no longer the active one.
:params {model: "stub-32", dimensions: 32};
MATCH (active:EmbeddingModel {id: 'active', model: $model})
SET active.dimensions = coalesce(active.dimensions, toInteger($dimensions))
RETURN active.dimensions AS dimensions

// embedding/record-dimensions: remember how long the active model's vectors are; the first record stays.
// One row; none when $model is no longer the active one.
:params {model: "stub-32", dimensions: 32};
MATCH (active:EmbeddingModel {id: 'active', model: $model})
SET active.dimensions = coalesce(active.dimensions, toInteger($dimensions))
RETURN active.dimensions AS dimensions

// embedding/find-active-model: the model whose vectors searches use, and the slot of these vectors.
// One row; none before an embedder was configured for the first time.
MATCH (active:EmbeddingModel {id: 'active'})
RETURN active.slot AS slot, active.model AS model, active.provider AS provider, active.dimensions AS dimensions, active.floor AS floor,
  active.models AS models

// embedding/activate-first-model: make this model active in slot 0, unless a model is active already.
//   $provider  openai or local
:params {model: "stub-32", provider: "openai", now: datetime()};
MERGE (active:EmbeddingModel {id: 'active'})
ON CREATE SET active.slot = 0, active.model = $model, active.provider = $provider, active.models = [$model], active.changedAt = $now
RETURN active.slot AS slot, active.model AS model, active.provider AS provider, active.dimensions AS dimensions, active.floor AS floor,
  active.models AS models

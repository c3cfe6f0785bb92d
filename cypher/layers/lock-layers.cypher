// layers/lock-layers: takes the lock under which the entities and pieces of a namespace are written and deleted.
// Whether an entity may go depends on what else is there, so writers of one namespace go one after another.
:params {namespace: "default", now: datetime()};
MERGE (layers:KnowledgeLayers {namespace: $namespace})
SET layers.changedAt = $now

// layers/lock-layers: takes the lock under which the entities and pieces of a namespace are written and deleted.
// Whether an entity may go depends on what else is there, so writers of one namespace go one after another.
// One row: whether its texts are linked to the names in them, how many are, and whether one of them has no capitals; which types of
// relations are functional.
//   $rules  version of the rules by which texts are linked
:params {namespace: "default", now: datetime(), rules: 1};
MERGE (layers:KnowledgeLayers {namespace: $namespace})
ON CREATE SET layers.mentionRules = toInteger($rules), layers.beganAt = $now
SET layers.changedAt = $now
RETURN coalesce(layers.mentions, true) AS linking, coalesce(layers.texts, 0) AS texts,
  coalesce(layers.uncased, false) AS uncased, coalesce(layers.functional, []) AS functional

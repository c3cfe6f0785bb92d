// layers/lock-layers: takes the lock under which the entities and pieces of a namespace are written and deleted.
// Whether an entity may go depends on what else is there, so writers of one namespace go one after another.
// One row: whether its texts are linked to the names in them, how many are, whether one of them has no capitals, whether an undo
// took pieces away, which may return, whether entities of it were merged, and which types of relations are functional.
//   $rules  version of the rules by which texts are linked
:params {namespace: "default", now: datetime(), rules: 1};
MERGE (layers:KnowledgeLayers {namespace: $namespace})
ON CREATE SET layers.mentionRules = toInteger($rules), layers.beganAt = $now
SET layers.changedAt = $now
RETURN coalesce(layers.mentions, true) AS linking, coalesce(layers.texts, 0) AS texts,
  coalesce(layers.uncased, false) AS uncased, coalesce(layers.hidden, false) AS hidden, coalesce(layers.merged, false) AS merged,
  coalesce(layers.functional, []) AS functional

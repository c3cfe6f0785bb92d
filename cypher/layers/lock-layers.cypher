// layers/lock-layers: take the lock under which the entities and pieces of a namespace are written and deleted. Whether an
// entity may be deleted depends on other data, so writers of one namespace run one after another.
// One row. linking: texts are linked to the names in them; texts: number of linked texts; uncased: one of them has no
// capitals; hidden: an undo hid pieces, which may be restored; merged: entities were merged; functional: the functional
// types of relations.
//   $rules  version of the rules by which texts are linked
:params {namespace: "default", now: datetime(), rules: 1};
MERGE (layers:KnowledgeLayers {namespace: $namespace})
ON CREATE SET layers.mentionRules = toInteger($rules), layers.beganAt = $now
REMOVE layers.lock // takes the write lock, so that what is read from here on is current
RETURN coalesce(layers.mentions, true) AS linking, coalesce(layers.texts, 0) AS texts,
  coalesce(layers.uncased, false) AS uncased, coalesce(layers.hidden, false) AS hidden, coalesce(layers.merged, false) AS merged,
  coalesce(layers.functional, []) AS functional

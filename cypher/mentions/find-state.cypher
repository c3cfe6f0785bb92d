// mentions/find-state: whether the texts of a namespace are linked to the names in them, and the progress of that. One row.
//   $rules  version of the rules by which texts are linked
:params {namespace: "default", rules: 1};
OPTIONAL MATCH (layers:KnowledgeLayers {namespace: $namespace})
RETURN coalesce(layers.mentions, true) AS enabled,
  layers IS NOT NULL AND (layers.mentionJob IS NOT NULL
    OR coalesce(layers.mentions, true) AND coalesce(layers.mentionRules, 0) < $rules) AS busy,
  coalesce(layers.texts, 0) AS linked,
  COUNT { (:UnlinkedPiece {namespace: $namespace}) } + COUNT { (:UnlinkedName {namespace: $namespace}) } AS waiting

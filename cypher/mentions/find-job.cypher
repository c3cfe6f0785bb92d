// mentions/find-job: the job to run over the texts of a namespace, and whether texts or names wait. The caller holds the
// lock of the namespace. One row.
//   $rules  version of the rules by which texts are linked
:params {namespace: "default", rules: 1};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
RETURN CASE
    WHEN layers.mentionJob IS NULL AND coalesce(layers.mentions, true) AND coalesce(layers.mentionRules, 0) < $rules
    THEN 'NAMES'
    ELSE layers.mentionJob
  END AS job,
  layers.mentionPosition AS position,
  EXISTS { (:UnlinkedPiece {namespace: $namespace}) } OR EXISTS { (:UnlinkedName {namespace: $namespace}) } AS waiting

// mentions/list-due: namespaces with texts or names that wait to be linked, with an unfinished job, or with texts that were
// linked by older rules.
:params {rules: 1};
CALL () {
  MATCH (layers:KnowledgeLayers)
  WHERE layers.namespace >= '' AND (layers.mentionJob IS NOT NULL
    OR coalesce(layers.mentions, true) AND coalesce(layers.mentionRules, 0) < $rules)
  RETURN layers.namespace AS namespace
 UNION
  MATCH (piece:UnlinkedPiece)
  WHERE piece.namespace >= ''
  RETURN piece.namespace AS namespace
 UNION
  MATCH (name:UnlinkedName)
  WHERE name.namespace >= ''
  RETURN name.namespace AS namespace
}
RETURN DISTINCT namespace
ORDER BY namespace

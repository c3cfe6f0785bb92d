// review/list-supersessions: pieces that may say what became of others, and nobody has decided; newest first, ties by id.
//   $since, $to  only what was noted from the one moment up to the other
//   $beforeId    of what was noted at $to only what stands before this id
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), beforeId: "~", limit: 20};
MATCH (newer:Piece)-[doubt:MAY_SUPERSEDE]->(older:Piece) USING INDEX SEEK doubt:MAY_SUPERSEDE(namespace, waitsSince)
WHERE doubt.namespace = $namespace AND doubt.waitsSince >= $since AND doubt.waitsSince <= $to
  AND (doubt.waitsSince < $to OR doubt.id < $beforeId)
RETURN doubt.id AS id, doubt.waitsSince AS at, null AS planId, null AS stepNum, null AS learningId, newer.ref AS ref,
  older.ref AS otherRef
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)

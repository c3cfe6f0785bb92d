// review/list-supersessions: pieces that may supersede others, without a decision so far; newest first, ties by id.
//   $since, $to  time range in which the possible supersession was detected
//   $beforeId    for entries at $to, only those after this id in the list
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), beforeId: "~", limit: 20};
MATCH (newer:Piece)-[doubt:MAY_SUPERSEDE]->(older:Piece) USING INDEX SEEK doubt:MAY_SUPERSEDE(namespace, waitsSince)
WHERE doubt.namespace = $namespace AND doubt.waitsSince >= $since AND doubt.waitsSince <= $to
  AND (doubt.waitsSince < $to OR doubt.id < $beforeId)
RETURN doubt.id AS id, doubt.waitsSince AS at, null AS planId, null AS stepNum, null AS learningId, newer.ref AS ref,
  older.ref AS otherRef
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)

// layers/list-pieces-by-time: ids of pieces by the time at which they were first stored, newest first, ties by id descending.
//   $since, $to  earliest and latest time
//   $page        one map, since the database plans anew for each parameter that is null:
//     infoType, session  only pieces of this type or session; null: all
//     beforeId           cursor: of the pieces stored exactly at $to, only those with a lower id
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), limit: 20, page: {infoType: null, session: null, beforeId: "~"}};
MATCH (p:Piece) USING INDEX SEEK p:Piece(namespace, createdAt)
WHERE p.namespace = $namespace AND $since <= p.createdAt <= $to
  AND (p.createdAt < $to OR p.id < $page.beforeId)
  AND ($page.infoType IS NULL OR p.infoType = $page.infoType)
  AND ($page.session IS NULL OR p.session = $page.session)
RETURN p.id AS id
ORDER BY p.createdAt DESC, p.id DESC
LIMIT toInteger($limit)

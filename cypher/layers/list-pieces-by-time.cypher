// layers/list-pieces-by-time: ids of pieces by when they were brought in first, newest first, ties by id.
//   $since, $to  only what was brought in from the one moment up to the other
//   $page        in one map, since the database makes a plan anew for each parameter that is null:
//     infoType, session  only pieces of this one; null for all
//     beforeId           of what was brought in at $to only what stands before this id
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), limit: 20, page: {infoType: null, session: null, beforeId: "~"}};
MATCH (p:Piece) USING INDEX SEEK p:Piece(namespace, createdAt)
WHERE p.namespace = $namespace AND $since <= p.createdAt <= $to
  AND (p.createdAt < $to OR p.id < $page.beforeId)
  AND ($page.infoType IS NULL OR p.infoType = $page.infoType)
  AND ($page.session IS NULL OR p.session = $page.session)
RETURN p.id AS id
ORDER BY p.createdAt DESC, p.id DESC
LIMIT toInteger($limit)

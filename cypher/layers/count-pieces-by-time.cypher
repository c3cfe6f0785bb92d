// layers/count-pieces-by-time: how many pieces list-pieces-by-time lists on all its pages.
//   $page  as there: infoType, session      $since  only what was brought in from this moment on
:params {namespace: "default", since: datetime("2026-01-01"), page: {infoType: null, session: null}};
MATCH (p:Piece) USING INDEX SEEK p:Piece(namespace, createdAt)
WHERE p.namespace = $namespace AND p.createdAt >= $since
  AND ($page.infoType IS NULL OR p.infoType = $page.infoType)
  AND ($page.session IS NULL OR p.session = $page.session)
RETURN count(p) AS total

// layers/count-pieces-by-time: number of pieces that list-pieces-by-time returns on all its pages.
//   $page  infoType and session, as in list-pieces-by-time      $since  only pieces created at this time or later
:params {namespace: "default", since: datetime("2026-01-01"), page: {infoType: null, session: null}};
MATCH (p:Piece) USING INDEX SEEK p:Piece(namespace, createdAt)
WHERE p.namespace = $namespace AND p.createdAt >= $since
  AND ($page.infoType IS NULL OR p.infoType = $page.infoType)
  AND ($page.session IS NULL OR p.session = $page.session)
RETURN count(p) AS total

// items/count-learnings-by-time: the total number of learnings that list-learnings-by-time returns over all pages.
//   $page  kind, verified and awaiting, as in list-learnings-by-time      $since  earliest time
:params {namespace: "default", since: datetime("2026-01-01"), page: {kind: null, verified: null, awaiting: null}};
MATCH (learning:Learning)
WHERE learning.namespace = $namespace AND learning.timestamp >= $since
  AND ($page.kind IS NULL OR learning.kind = $page.kind)
  AND ($page.verified IS NULL OR learning.verified = $page.verified)
  AND learning.withdrawnAt IS NULL
  AND ($page.awaiting IS NULL OR $page.awaiting = (learning:SelfExploration AND learning.recoveryApproach IS NULL))
RETURN count(learning) AS total

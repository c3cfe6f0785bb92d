// items/list-learnings-by-time: ids of the learnings of all items, newest first, ties by id.
//   $page  in one map, since the database makes a plan anew for each parameter that is null:
//     kind      SELF_EXPLORATION, HUMAN_INTERRUPT or null for both
//     verified  true, false or null for both
//     awaiting  whether the recovery is not known yet; null for both
//     afterId   only those behind the learning of this id at $to; null for all
//   $since, $to  only those that happened from the one moment up to the other
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), limit: 20, page: {kind: null, verified: null, awaiting: null, afterId: null}};
MATCH (learning:Learning)
WHERE learning.namespace = $namespace AND $since <= learning.timestamp <= $to
  AND ($page.afterId IS NULL OR learning.timestamp < $to OR learning.id > $page.afterId)
  AND ($page.kind IS NULL OR learning.kind = $page.kind)
  AND ($page.verified IS NULL OR learning.verified = $page.verified)
  AND learning.withdrawnAt IS NULL
  AND ($page.awaiting IS NULL OR $page.awaiting = (learning:SelfExploration AND learning.recoveryApproach IS NULL))
RETURN learning.id AS id
ORDER BY learning.timestamp DESC, learning.id
LIMIT toInteger($limit)

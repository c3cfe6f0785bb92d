// items/list-learnings-by-time: ids of the learnings of all items, newest first, ties by id.
//   $page  one map, because Neo4j makes a new plan for each combination of parameters that are null:
//     kind      SELF_EXPLORATION or HUMAN_INTERRUPT; null for both
//     verified  true, false, or null for both
//     awaiting  true: the recovery is not known yet; false: it is known; null for both
//     afterId   cursor: the last learning of the previous page, whose time is $to; null starts at the first
//   $since, $to  earliest and latest time
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

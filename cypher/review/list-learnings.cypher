// review/list-learnings: learnings that a person can add to: failures whose recovery is not known, or learnings that neither a
// person nor a step that followed them has shown to hold. The last that happened first, ties by id.
//   $awaiting    the former; else the latter
//   $since, $to  only what happened from the one moment up to the other
//   $beforeId    of what happened at $to only learnings whose id stands before this one
:params {namespace: "default", awaiting: true, since: datetime("2026-01-01"), to: datetime(), beforeId: "~", limit: 20};
MATCH (learning:Learning) USING INDEX SEEK learning:Learning(namespace, timestamp)
WHERE learning.namespace = $namespace AND $since <= learning.timestamp <= $to
  AND (learning.timestamp < $to OR learning.id < $beforeId)
  AND learning.withdrawnAt IS NULL
  AND $awaiting = (learning:SelfExploration AND learning.recoveryApproach IS NULL)
  AND ($awaiting OR NOT learning.verified) AND coalesce(learning.verifiedByPerson, true)
RETURN learning.id AS id, learning.timestamp AS at, null AS planId, null AS stepNum, learning.id AS learningId, null AS ref
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)

// review/list-learnings: learnings that a person can complete or verify: failures without a known recovery, or
// learnings that neither a person nor a following step has confirmed. Newest first, ties by id.
//   $awaiting    true: failures without a known recovery; false: unconfirmed learnings
//   $since, $to  time range of the learnings
//   $beforeId    for learnings at $to, only those after this id in the list
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

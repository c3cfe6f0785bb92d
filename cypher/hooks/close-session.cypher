// hooks/close-session: mark a session as retracted: none of its turns counts from now on, and none of its matches waits. One
// row: when and why it was first retracted, its receipts with a captured outcome, and its learnings. None for an unknown one.
//   $groups  only a session of these teams and projects; null for all
:params {namespace: "default", id: "s1", groups: {teams: ["default"], projects: ["default"]}, now: datetime(), reason: "Wrong branch"};
MATCH (session:CapturedSession {namespace: $namespace, id: $id})
WHERE ($groups.teams IS NULL OR session.team IN $groups.teams)
  AND ($groups.projects IS NULL OR session.project IN $groups.projects)
REMOVE session.lock // takes the write lock first, so that a turn that is being judged comes before or after
SET session.retractedReason = coalesce(session.retractedReason, $reason), session.retractedAt = coalesce(session.retractedAt, $now)
WITH session, COLLECT { MATCH (session)-[:HAD_TURN]->()-[match:MATCHED]->() WHERE match.waitsSince IS NOT NULL RETURN match } AS waiting
FOREACH (match IN waiting | REMOVE match.waitsSince)
RETURN session.retractedAt AS at, session.retractedReason AS reason,
  COLLECT {
    MATCH (receipt:Receipt) USING INDEX SEEK receipt:Receipt(namespace, id)
    WHERE receipt.namespace = $namespace AND receipt.id IN coalesce(session.credited, []) AND receipt.outcomeVerification = 'TOOL'
    RETURN receipt.id ORDER BY receipt.id
  } AS receiptIds,
  COLLECT { MATCH (session)-[:HAD_TURN]->(turn) UNWIND turn.learningIds AS id RETURN DISTINCT id ORDER BY id } AS learningIds

// evidence/list-observations: observations of all knowledge, newest first, ties by id.
//   $since, $to  time range of the observations
//   $page        in one map, since the database compiles a new plan for each parameter that is null:
//     agent, session  only observations reported by this agent or session; null for all
//     kinds           only observations of these kinds; empty for all
//     beforeId        for observations at $to, only those ordered after this id
//   $expired     pending observations older than this moment count as expired
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), limit: 20, page: {agent: null, session: null, kinds: [], beforeId: "~"}, expired: datetime()};
MATCH (evidence:Evidence) USING INDEX SEEK evidence:Evidence(namespace, at)
WHERE evidence.namespace = $namespace AND $since <= evidence.at <= $to
  AND (evidence.at < $to OR evidence.id < $page.beforeId)
  AND ($page.agent IS NULL OR evidence.agent = toLower($page.agent))
  AND ($page.session IS NULL OR evidence.session = $page.session)
  AND ($page.kinds = [] OR evidence.kind IN $page.kinds)
WITH evidence ORDER BY evidence.at DESC, evidence.id DESC LIMIT toInteger($limit)
MATCH (knowledge:Knowledge)-[:HAS_EVIDENCE]->(evidence)
RETURN knowledge.ref AS ref, evidence {.id, .kind, .positive, .weight, .appliedAt, .trustBefore, .trustAfter, .share,
  .receiptId, .agent, .session, .keyId, .verification, .attributed, .comment, .at, .sequence, .retractedBy, .retracts, .resolvedInto,
  state: CASE
    WHEN evidence.retractedBy IS NOT NULL THEN CASE WHEN evidence.resolvedInto IS NULL THEN 'RETRACTED' ELSE 'RESOLVED' END
    WHEN evidence.state = 'PENDING' AND evidence.at < $expired THEN 'EXPIRED'
    ELSE evidence.state
  END
} AS evidence
ORDER BY evidence.at DESC, evidence.id DESC

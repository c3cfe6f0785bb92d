// review/list-matches: matches of steps of connected agents with knowledge on which a person decides, newest first, ties by id.
//   $since, $to  time range in which the match was found
//   $beforeId    for entries at $to, only those after this id in the list
//   $groups      only turns of these teams and projects; null for all
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), beforeId: "~", limit: 20, groups: {teams: ["default"], projects: ["default"]}};
MATCH (turn:CapturedTurn)-[match:MATCHED]->(knowledge:Knowledge) USING INDEX SEEK match:MATCHED(namespace, waitsSince)
WHERE match.namespace = $namespace AND $since <= match.waitsSince <= $to
  AND (match.waitsSince < $to OR match.id < $beforeId)
  AND ($groups.teams IS NULL OR turn.team IN $groups.teams)
  AND ($groups.projects IS NULL OR turn.project IN $groups.projects)
RETURN match.id AS id, match.waitsSince AS at, null AS planId, null AS stepNum, null AS learningId, knowledge.ref AS ref,
  match.note AS note, match.id AS matchId
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)

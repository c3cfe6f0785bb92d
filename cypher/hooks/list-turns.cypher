// hooks/list-turns: the turns of a session, oldest first, as far as they are kept. One row each.
//   $groups  only turns of these teams and projects; null for all
:params {namespace: "default", session: "s1", groups: {teams: null, projects: null}, limit: 500};
MATCH (:CapturedSession {namespace: $namespace, id: $session})-[:HAD_TURN]->(turn:CapturedTurn)
WHERE ($groups.teams IS NULL OR turn.team IN $groups.teams)
  AND ($groups.projects IS NULL OR turn.project IN $groups.projects)
RETURN turn {.id, .at, .prompt, .steps, .verdict, .receipts, .learningIds, .client, .outcome, .why} AS turn
ORDER BY turn.at, turn.id
LIMIT toInteger($limit)

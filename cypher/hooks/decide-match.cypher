// hooks/decide-match: record whether a person says that a step of a session followed an entry. One row: since when it waited;
// none if the caller has no such match, or no decision waits for it.
//   $turn, $ref  the two ends of the match
//   $groups      only turns of these teams and projects; null for all
:params {namespace: "default", turn: "t1", ref: "memory:m1", followed: true, groups: {teams: ["default"], projects: ["default"]}};
MATCH (turn:CapturedTurn {namespace: $namespace, id: $turn})-[match:MATCHED]->(knowledge:Knowledge)
USING INDEX SEEK turn:CapturedTurn(namespace, id)
WHERE knowledge.ref = $ref AND match.waitsSince IS NOT NULL AND ($groups.teams IS NULL OR turn.team IN $groups.teams)
  AND ($groups.projects IS NULL OR turn.project IN $groups.projects)
WITH match, match.waitsSince AS waitsSince
SET match.followed = $followed
REMOVE match.waitsSince
RETURN waitsSince

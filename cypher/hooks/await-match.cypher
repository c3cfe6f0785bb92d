// hooks/await-match: let a match wait for a decision again, because a decision was undone. One row; none if the match was
// decided otherwise, or the session was retracted.
//   $turn, $ref  the two ends of the match
//   $groups      only turns of these teams and projects; null for all
:params {namespace: "default", turn: "t1", ref: "memory:m1", followed: true, waitsSince: datetime(), groups: {teams: ["default"], projects: ["default"]}};
MATCH (session:CapturedSession)-[:HAD_TURN]->(turn:CapturedTurn {namespace: $namespace, id: $turn})-[match:MATCHED]->(knowledge:Knowledge)
USING INDEX SEEK turn:CapturedTurn(namespace, id)
WHERE knowledge.ref = $ref AND match.waitsSince IS NULL AND match.followed = $followed AND session.retractedAt IS NULL
  AND ($groups.teams IS NULL OR turn.team IN $groups.teams)
  AND ($groups.projects IS NULL OR turn.project IN $groups.projects)
SET match.waitsSince = $waitsSince
REMOVE match.followed
RETURN match.id AS id

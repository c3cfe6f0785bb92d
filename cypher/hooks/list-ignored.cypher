// hooks/list-ignored: the newest turns of which nothing was reported, with the reason. One row each.
//   $client  only of this client; null for all
//   $groups  only turns of these teams and projects; null for all
:params {namespace: "default", client: null, groups: {teams: ["default"], projects: ["default"]}, limit: 10};
MATCH (turn:CapturedTurn {namespace: $namespace})
USING INDEX SEEK turn:CapturedTurn(namespace, at)
WHERE turn.at IS NOT NULL AND turn.outcome = 'undecided' AND ($client IS NULL OR turn.client = $client)
  AND ($groups.teams IS NULL OR turn.team IN $groups.teams)
  AND ($groups.projects IS NULL OR turn.project IN $groups.projects)
RETURN turn.at AS at, turn.why AS reason
ORDER BY at DESC, turn.id DESC
LIMIT toInteger($limit)

// knowledge/list-receipts-of-agent: ids of the receipts that an agent was given, newest first.
//   $from    minimum id, for the requested time; '' from the first receipt on
//   $before  only those before this id; '~' from the newest
//   $groups  only receipts of these teams and projects; null for all
:params {namespace: "default", groups: {teams: ["default"], projects: ["default"]}, agent: "planner", from: "", before: "~", limit: 20};
MATCH (receipt:Receipt {namespace: $namespace, agent: toLower($agent)})
WHERE $from <= receipt.id < $before
  AND ($groups.teams IS NULL OR receipt.team IN $groups.teams)
  AND ($groups.projects IS NULL OR receipt.project IN $groups.projects)
RETURN receipt.id AS id
ORDER BY receipt.id DESC
LIMIT toInteger($limit)

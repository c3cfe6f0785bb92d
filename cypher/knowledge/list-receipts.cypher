// knowledge/list-receipts: ids of the receipts of a namespace, newest first.
//   $from    minimum id, for the requested time; '' from the first receipt on
//   $before  only those before this id; '~' from the newest
//   $groups  only receipts of these teams and projects; null for all
:params {namespace: "default", groups: {teams: ["default"], projects: ["default"]}, from: "", before: "~", limit: 20};
MATCH (receipt:Receipt {namespace: $namespace})
WHERE $from <= receipt.id < $before
  AND ($groups.teams IS NULL OR receipt.team IN $groups.teams)
  AND ($groups.projects IS NULL OR receipt.project IN $groups.projects)
RETURN receipt.id AS id
ORDER BY receipt.id DESC
LIMIT toInteger($limit)

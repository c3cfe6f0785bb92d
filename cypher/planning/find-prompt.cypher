// planning/find-prompt: the contents of a planning prompt. One row; none when the receipt does not exist, or is of other
// teams and projects.
//   $groups  only receipts of these teams and projects; null for all
:params {namespace: "default", id: "01JDEMO", groups: {teams: ["default"], projects: ["default"]}};
MATCH (receipt:Receipt {namespace: $namespace, id: $id})
WHERE receipt:PlanningPrompt AND ($groups.teams IS NULL OR receipt.team IN $groups.teams)
  AND ($groups.projects IS NULL OR receipt.project IN $groups.projects)
RETURN receipt.retrieved AS retrieved, receipt.settings AS settings

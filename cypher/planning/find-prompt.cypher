// planning/find-prompt: what a planning prompt gave. One row; none when there is no such receipt.
:params {namespace: "default", id: "01JDEMO"};
MATCH (receipt:Receipt {namespace: $namespace, id: $id})
WHERE receipt:PlanningPrompt
RETURN receipt.retrieved AS retrieved, receipt.settings AS settings, receipt.team AS team, receipt.project AS project

// planning/find-prompt: the contents of a planning prompt. One row; none when the receipt does not exist.
:params {namespace: "default", id: "01JDEMO"};
MATCH (receipt:Receipt {namespace: $namespace, id: $id})
WHERE receipt:PlanningPrompt
RETURN receipt.retrieved AS retrieved, receipt.settings AS settings, receipt.team AS team, receipt.project AS project

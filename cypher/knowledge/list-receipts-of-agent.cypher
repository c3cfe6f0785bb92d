// knowledge/list-receipts-of-agent: ids of the receipts that an agent was given, newest first.
//   $from    minimum id, for the requested time; '' from the first receipt on
//   $before  only those before this id; '~' from the newest
:params {namespace: "default", agent: "planner", from: "", before: "~", limit: 20};
MATCH (receipt:Receipt {namespace: $namespace, agent: $agent})
WHERE $from <= receipt.id < $before
RETURN receipt.id AS id
ORDER BY receipt.id DESC
LIMIT toInteger($limit)

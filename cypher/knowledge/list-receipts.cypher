// knowledge/list-receipts: ids of the receipts of a namespace, newest first.
//   $from    minimum id, for the requested time; '' from the first receipt on
//   $before  only those before this id; '~' from the newest
:params {namespace: "default", from: "", before: "~", limit: 20};
MATCH (receipt:Receipt {namespace: $namespace})
WHERE $from <= receipt.id < $before
RETURN receipt.id AS id
ORDER BY receipt.id DESC
LIMIT toInteger($limit)

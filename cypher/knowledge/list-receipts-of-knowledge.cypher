// knowledge/list-receipts-of-knowledge: ids of the receipts that gave a piece of knowledge, newest first.
//   $from    the least id of the time asked for; '' from the first receipt on
//   $before  only those before this id; '~' from the newest
//   $agent   only those that this agent was given; null for all
// Each receipt that gave it is read.
:params {namespace: "default", ref: "item:open_files", agent: null, from: "", before: "~", limit: 20};
MATCH (:Knowledge {namespace: $namespace, ref: $ref})<-[:GAVE]-(receipt:Receipt)
WHERE $from <= receipt.id < $before AND ($agent IS NULL OR receipt.agent = $agent)
RETURN receipt.id AS id
ORDER BY id DESC
LIMIT toInteger($limit)

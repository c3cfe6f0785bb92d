// knowledge/list-receipts-of-knowledge: ids of the receipts that contain a piece of knowledge, newest first.
//   $from    minimum id, for the requested time; '' from the first receipt on
//   $before  only those before this id; '~' from the newest
//   $agent   only receipts of this agent; null for all
// All receipts with this knowledge are read.
:params {namespace: "default", ref: "item:open_files", agent: null, from: "", before: "~", limit: 20};
MATCH (:Knowledge {namespace: $namespace, ref: $ref})<-[:GAVE]-(receipt:Receipt)
WHERE $from <= receipt.id < $before AND ($agent IS NULL OR receipt.agent = $agent)
RETURN receipt.id AS id
ORDER BY id DESC
LIMIT toInteger($limit)

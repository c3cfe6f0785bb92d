// knowledge/list-receipts-of-session: ids of the receipts that were given in a session, newest first.
//   $from    minimum id, for the requested time; '' from the first receipt on
//   $before  only those before this id; '~' from the newest
//   $agent   only receipts of this agent; null for all
//   $groups  only receipts of these teams and projects; null for all
:params {namespace: "default", groups: {teams: ["default"], projects: ["default"]}, session: "s1", agent: null, from: "", before: "~", limit: 20};
MATCH (receipt:Receipt {namespace: $namespace, session: $session})
USING INDEX SEEK receipt:Receipt(namespace, session, id)
WHERE $from <= receipt.id < $before AND ($agent IS NULL OR receipt.agent = toLower($agent))
  AND ($groups.teams IS NULL OR receipt.team IN $groups.teams)
  AND ($groups.projects IS NULL OR receipt.project IN $groups.projects)
RETURN receipt.id AS id
ORDER BY id DESC
LIMIT toInteger($limit)

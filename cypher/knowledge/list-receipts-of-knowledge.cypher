// knowledge/list-receipts-of-knowledge: ids of the receipts that contain a piece of knowledge, newest first.
//   $from    minimum id, for the requested time; '' from the first receipt on
//   $before  only those before this id; '~' from the newest
//   $agent, $session  only receipts of this agent or session; null for all
// All receipts with this knowledge are read.
//   $groups  only receipts of these teams and projects; null for all
:params {namespace: "default", groups: {teams: ["default"], projects: ["default"]}, ref: "item:open_files", agent: null, session: null, from: "", before: "~", limit: 20};
MATCH (:Knowledge {namespace: $namespace, ref: $ref})<-[:GAVE]-(receipt:Receipt)
WHERE $from <= receipt.id < $before AND ($agent IS NULL OR receipt.agent = toLower($agent))
  AND ($session IS NULL OR receipt.session = $session)
  AND ($groups.teams IS NULL OR receipt.team IN $groups.teams)
  AND ($groups.projects IS NULL OR receipt.project IN $groups.projects)
RETURN receipt.id AS id
ORDER BY id DESC
LIMIT toInteger($limit)

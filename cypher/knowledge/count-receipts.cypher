// knowledge/count-receipts: number of receipts in a list of receipts.
//   $from    minimum id, for the requested time; '' from the first receipt on
//   $ref     only receipts with this knowledge; null for all      $agent, $session  only receipts of this agent or session; null for all
//   $groups  only receipts of these teams and projects; null for all
:params {namespace: "default", groups: {teams: ["default"], projects: ["default"]}, ref: null, agent: null, session: null, from: ""};
CALL () {
  WITH 1 AS one WHERE $ref IS NULL
  MATCH (receipt:Receipt {namespace: $namespace})
  WHERE receipt.id >= $from AND ($agent IS NULL OR receipt.agent = toLower($agent))
    AND ($session IS NULL OR receipt.session = $session)
    AND ($groups.teams IS NULL OR receipt.team IN $groups.teams)
    AND ($groups.projects IS NULL OR receipt.project IN $groups.projects)
  RETURN count(receipt) AS counted
 UNION ALL
  WITH 1 AS one WHERE $ref IS NOT NULL
  MATCH (:Knowledge {namespace: $namespace, ref: $ref})<-[:GAVE]-(receipt:Receipt)
  WHERE receipt.id >= $from AND ($agent IS NULL OR receipt.agent = toLower($agent))
    AND ($session IS NULL OR receipt.session = $session)
    AND ($groups.teams IS NULL OR receipt.team IN $groups.teams)
    AND ($groups.projects IS NULL OR receipt.project IN $groups.projects)
  RETURN count(receipt) AS counted
}
RETURN sum(counted) AS total

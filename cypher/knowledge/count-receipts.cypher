// knowledge/count-receipts: how many receipts the lists of receipts list.
//   $from  the least id of the time asked for; '' from the first receipt on
//   $ref   only those that gave this knowledge; null for all      $agent  only those that this agent was given; null for all
:params {namespace: "default", ref: null, agent: null, from: ""};
CALL () {
  WITH 1 AS one WHERE $ref IS NULL
  MATCH (receipt:Receipt {namespace: $namespace})
  WHERE receipt.id >= $from AND ($agent IS NULL OR receipt.agent = $agent)
  RETURN count(receipt) AS counted
 UNION ALL
  WITH 1 AS one WHERE $ref IS NOT NULL
  MATCH (:Knowledge {namespace: $namespace, ref: $ref})<-[:GAVE]-(receipt:Receipt)
  WHERE receipt.id >= $from AND ($agent IS NULL OR receipt.agent = $agent)
  RETURN count(receipt) AS counted
}
RETURN sum(counted) AS total

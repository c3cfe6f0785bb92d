// context/find-next-namespace: the first namespace behind another, in the order of their names, that holds anything: knowledge,
// entities, plans, receipts or rules. No row behind the last one. It reads one entry of each index, however much is stored.
:params {after: ""};
CALL () {
  MATCH (n:Knowledge) WHERE n.namespace > $after AND n.ref >= ''
  RETURN n.namespace AS namespace ORDER BY n.namespace LIMIT 1
 UNION
  MATCH (n:Entity) WHERE n.namespace > $after AND n.id >= ''
  RETURN n.namespace AS namespace ORDER BY n.namespace LIMIT 1
 UNION
  MATCH (n:Plan) WHERE n.namespace > $after AND n.id >= ''
  RETURN n.namespace AS namespace ORDER BY n.namespace LIMIT 1
 UNION
  MATCH (n:Receipt) WHERE n.namespace > $after AND n.id >= ''
  RETURN n.namespace AS namespace ORDER BY n.namespace LIMIT 1
 UNION
  MATCH (n:Domain) WHERE n.namespace > $after AND n.name >= ''
  RETURN n.namespace AS namespace ORDER BY n.namespace LIMIT 1
}
RETURN namespace ORDER BY namespace LIMIT 1

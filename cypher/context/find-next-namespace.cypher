// context/find-next-namespace: the next namespace after another, by name, that contains any data: knowledge, entities,
// plans, receipts or rules. No row after the last one. It reads one entry of each index, however much data is stored.
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

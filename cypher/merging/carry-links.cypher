// merging/carry-links: what brought relations from an entity that is merged brought the ones that they become, too.
//   $rows  from and to (keys), source and target (the entities that they lead from)
:params {namespace: "default", rows: [{from: "k", to: "l", source: "user:al", target: "user:alice"}]};
UNWIND $rows AS row
MATCH (source:Entity {namespace: $namespace, id: row.source}) USING INDEX SEEK source:Entity(namespace, id)
MATCH (target:Entity {namespace: $namespace, id: row.target}) USING INDEX SEEK target:Entity(namespace, id)
CALL (row, source, target) {
  MATCH (checkIn:CheckIn)-[brought:BROUGHT]->(source)
  WHERE row.from IN coalesce(brought.links, []) OR row.from IN coalesce(brought.moved, [])
  MERGE (checkIn)-[other:BROUGHT]->(target)
  SET other.moved = coalesce(other.moved, []) + row.to
}

// merging/carry-links: record that the check-ins that brought relations of a merged entity also brought the relations that replace
// these.
//   $rows  from and to (old and new key), source and target (old and new source entity)
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

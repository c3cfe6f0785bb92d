// mentions/drop-names: takes back entities that were made of names alone, with all edges to them, and names that nothing
// tells any more. One row.
//   $entities  names whose own entity goes     $names  names that go
:params {namespace: "default", entities: ["les"], names: ["les"]};
CALL () {
  UNWIND $entities AS name
  MATCH (entity:Entity {namespace: $namespace, id: 'name:' + name})
  WHERE entity.rule
  DETACH DELETE entity
}
CALL () {
  UNWIND $names AS name
  MATCH (n:Name {namespace: $namespace, name: name})
  DETACH DELETE n
}
RETURN true AS dropped

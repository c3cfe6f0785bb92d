// layers/find-alike-entities: entities from documents that have one of these names, or into which an entity of this
// name was merged. One row for each pair of name and entity.
//   $names  normalised
:params {namespace: "default", names: ["les"]};
UNWIND $names AS name
CALL (name) {
  MATCH (e:Entity {namespace: $namespace, name: name}) USING INDEX SEEK e:Entity(namespace, name)
  WHERE e.rule IS NULL
  RETURN e
 UNION
  MATCH (a:EntityAlias {namespace: $namespace, name: name}) USING INDEX SEEK a:EntityAlias(namespace, name)
  MATCH (e:Entity {namespace: $namespace, id: a.target}) USING INDEX SEEK e:Entity(namespace, id)
  RETURN e
}
RETURN name, e.id AS id, e.type AS type, e.label AS label
ORDER BY name, id

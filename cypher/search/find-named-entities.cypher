// search/find-named-entities: which of these names are entities, and how many documents mention each. The name of one that was merged into
// another stands for that one, too.
//   $names  normalised
:params {namespace: "default", names: ["les"]};
CYPHER replan=skip
UNWIND $names AS name
CALL (name) {
  MATCH (e:Entity {namespace: $namespace, name: name}) USING INDEX SEEK e:Entity(namespace, name)
  RETURN e
 UNION
  MATCH (a:EntityAlias {namespace: $namespace, name: name}) USING INDEX SEEK a:EntityAlias(namespace, name)
  MATCH (e:Entity {namespace: $namespace, id: a.target}) USING INDEX SEEK e:Entity(namespace, id)
  RETURN e
}
RETURN name, e.id AS id, COUNT { (e)<-[:MENTIONS]-() } AS documents
ORDER BY name, id

// search/find-named-entities: which of these names are entities, and how many documents mention each.
//   $names  normalised
:params {namespace: "default", names: ["les"]};
CYPHER replan=skip
UNWIND $names AS name
MATCH (e:Entity {namespace: $namespace, name: name}) USING INDEX SEEK e:Entity(namespace, name)
RETURN name, e.id AS id, COUNT { (e)<-[:MENTIONS]-() } AS documents
ORDER BY name, id

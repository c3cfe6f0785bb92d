// search/find-named-entities: the entities with these names, and the number of documents that mention each. The name of
// an entity that was merged into another one also finds the other one.
//   $asked  one map, since the database makes a plan for each size of a text or list parameter: namespace, and names,
//           normalised
:params {asked: {namespace: "default", names: ["les"]}};
CYPHER replan=skip
UNWIND $asked.names AS name
CALL (name) {
  MATCH (e:Entity {namespace: $asked.namespace, name: name}) USING INDEX SEEK e:Entity(namespace, name)
  RETURN e
 UNION
  MATCH (a:EntityAlias {namespace: $asked.namespace, name: name}) USING INDEX SEEK a:EntityAlias(namespace, name)
  MATCH (e:Entity {namespace: $asked.namespace, id: a.target}) USING INDEX SEEK e:Entity(namespace, id)
  RETURN e
}
RETURN name, e.id AS id, COUNT { (e)<-[:MENTIONS]-() } AS documents
ORDER BY name, id

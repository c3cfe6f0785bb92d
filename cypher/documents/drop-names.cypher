// documents/drop-names: delete the names and the references of a document, before both are written again. One row.
//   goesBy   keys of the names that it had          sought  keys of the names that its references looked up
:params {namespace: "default", id: "01JDEMO"};
MATCH (document:Document {namespace: $namespace, id: $id})
WITH document, COLLECT { MATCH (document)-[:GOES_BY]->(name:DocumentName) RETURN name.key } AS goesBy,
  COLLECT { MATCH (document)-[:SEEKS]->(name:DocumentName) RETURN DISTINCT name.key } AS sought
CALL (document) {
  MATCH (document)-[names:GOES_BY|SEEKS|LINKS_TO]->()
  DELETE names
}
RETURN goesBy, sought

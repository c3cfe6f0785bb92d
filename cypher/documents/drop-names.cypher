// documents/drop-names: takes away what a document refers to and by what names it goes, before both are written anew. One row.
//   goesBy   keys of the names that it went by        sought  keys of the names that it looked for
:params {namespace: "default", id: "01JDEMO"};
MATCH (document:Document {namespace: $namespace, id: $id})
WITH document, COLLECT { MATCH (document)-[:GOES_BY]->(name:DocumentName) RETURN name.key } AS goesBy,
  COLLECT { MATCH (document)-[:SEEKS]->(name:DocumentName) RETURN DISTINCT name.key } AS sought
CALL (document) {
  MATCH (document)-[names:GOES_BY|SEEKS|LINKS_TO]->()
  DELETE names
}
RETURN goesBy, sought

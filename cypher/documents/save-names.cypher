// documents/save-names: store the names of a document. One row each.
:params {namespace: "default", id: "01JDEMO", keys: ["path:notes\npumps.md"]};
MATCH (document:Document {namespace: $namespace, id: $id})
UNWIND $keys AS key
MERGE (name:DocumentName {namespace: $namespace, key: key})
CREATE (document)-[:GOES_BY]->(name)
RETURN key

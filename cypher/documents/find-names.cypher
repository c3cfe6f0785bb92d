// documents/find-names: keys of the names of a document. One row each.
:params {namespace: "default", id: "01JDEMO"};
MATCH (:Document {namespace: $namespace, id: $id})-[:GOES_BY]->(name:DocumentName)
RETURN name.key AS key

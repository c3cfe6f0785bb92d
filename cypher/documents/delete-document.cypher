// documents/delete-document: delete a document whose chunks have been deleted. One row; none if it does not exist.
:params {namespace: "default", id: "01JDEMO"};
MATCH (document:Document {namespace: $namespace, id: $id})
WITH document, document.id AS id
DETACH DELETE document
RETURN id

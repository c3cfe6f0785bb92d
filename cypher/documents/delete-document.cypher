// documents/delete-document: a document whose chunks are deleted. One row; none where there is none.
:params {namespace: "default", id: "01JDEMO"};
MATCH (document:Document {namespace: $namespace, id: $id})
WITH document, document.id AS id
DETACH DELETE document
RETURN id

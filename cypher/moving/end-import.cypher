// moving/end-import: delete the record of an import that has ended or was abandoned.
:params {namespace: "default"};
MATCH (i:NamespaceImport {namespace: $namespace}) USING INDEX SEEK i:NamespaceImport(namespace)
DELETE i

// moving/end-import: forgets an import that has ended, or was given up.
:params {namespace: "default"};
MATCH (i:NamespaceImport {namespace: $namespace}) USING INDEX SEEK i:NamespaceImport(namespace)
DELETE i

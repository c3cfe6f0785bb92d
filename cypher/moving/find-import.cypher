// moving/find-import: an import into a namespace that has not ended.
// One row; none where there is none. batches: how many of its batches are done; hash: of what is imported.
:params {namespace: "default"};
MATCH (i:NamespaceImport {namespace: $namespace}) USING INDEX SEEK i:NamespaceImport(namespace)
RETURN i.hash AS hash, i.batches AS batches

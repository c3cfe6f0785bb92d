// moving/find-import: the unfinished import into a namespace. One row; none if there is none. batches: number of
// completed batches; hash: hash of the imported data.
:params {namespace: "default"};
MATCH (i:NamespaceImport {namespace: $namespace}) USING INDEX SEEK i:NamespaceImport(namespace)
RETURN i.hash AS hash, i.batches AS batches

// moving/drop-singles: delete nodes that exist once per namespace from a namespace without other data. An import brings
// its own.
:params {namespace: "default"};
CALL () {
  MATCH (n:Catalog {namespace: $namespace}) RETURN n
 UNION ALL
  MATCH (n:KnowledgeLayers {namespace: $namespace}) RETURN n
 UNION ALL
  MATCH (n:Undoing {namespace: $namespace}) RETURN n
 UNION ALL
  MATCH (n:Sample {namespace: $namespace}) RETURN n
}
DETACH DELETE n

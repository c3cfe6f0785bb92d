// moving/drop-singles: what a namespace without data has one of because somebody wrote there once. An import brings its own.
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

// moving/drop-singles: delete nodes that exist once per namespace from a namespace without other data. An import brings
// its own.
//   $labels  which of them
:params {namespace: "default", labels: ["Catalog", "KnowledgeLayers", "Undoing", "Sample"]};
CALL () {
  MATCH (n:Catalog {namespace: $namespace}) WHERE 'Catalog' IN $labels RETURN n
 UNION ALL
  MATCH (n:KnowledgeLayers {namespace: $namespace}) WHERE 'KnowledgeLayers' IN $labels RETURN n
 UNION ALL
  MATCH (n:Undoing {namespace: $namespace}) WHERE 'Undoing' IN $labels RETURN n
 UNION ALL
  MATCH (n:Sample {namespace: $namespace}) WHERE 'Sample' IN $labels RETURN n
}
DETACH DELETE n

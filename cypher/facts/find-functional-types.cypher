// facts/find-functional-types: the relation types declared functional in a namespace. One row; none if nothing was ever
// loaded.
:params {namespace: "default"};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
RETURN coalesce(layers.functional, []) AS types

// facts/find-functional-types: which types of relations are functional in a namespace. One row; none where nothing was ever loaded.
:params {namespace: "default"};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
RETURN coalesce(layers.functional, []) AS types

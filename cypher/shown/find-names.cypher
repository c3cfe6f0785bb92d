// shown/find-names: names of properties, and labels, that entities and relations of a namespace show. One row.
:params {namespace: "default"};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
RETURN coalesce(layers.shownNames, []) AS names, coalesce(layers.shownTypes, []) AS labels

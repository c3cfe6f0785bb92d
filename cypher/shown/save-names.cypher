// shown/save-names: store the names of properties, and the labels, that entities and relations of a namespace show.
:params {namespace: "default", names: ["city"], labels: ["person"]};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.shownNames = $names, layers.shownTypes = $labels

// layers/mark-hidden: says of a namespace that an undo took pieces of it away, under its lock.
:params {namespace: "default"};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.hidden = true

// layers/mark-hidden: record that an undo hid pieces of a namespace. The caller holds its lock.
:params {namespace: "default"};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.hidden = true

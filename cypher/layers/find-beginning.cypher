// layers/find-beginning: time of the first entity or piece of a namespace. One row, with since null if the time is
// unknown; no row if nothing was ever stored.
:params {namespace: "default"};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
RETURN layers.beganAt AS since

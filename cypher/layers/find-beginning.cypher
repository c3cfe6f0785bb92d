// layers/find-beginning: when the first entity or piece of a namespace came. One row; since is null where that is not known, none where
// nothing ever came.
:params {namespace: "default"};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
RETURN layers.beganAt AS since

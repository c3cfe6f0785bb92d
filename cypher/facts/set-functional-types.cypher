// facts/set-functional-types: which types of relations are functional in a namespace, under its lock.
:params {namespace: "default", types: ["WORKS_AT"]};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.functional = CASE WHEN size($types) = 0 THEN null ELSE $types END

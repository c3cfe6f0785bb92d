// facts/set-functional-types: replace the list of functional relation types of a namespace. The caller holds its lock.
:params {namespace: "default", types: ["WORKS_AT"]};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.functional = CASE WHEN size($types) = 0 THEN null ELSE $types END

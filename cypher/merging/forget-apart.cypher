// merging/forget-apart: forget that two entities were declared to be different. One row; none if they are not.
:params {namespace: "default", one: "user:al", other: "user:alice"};
MATCH (one:Entity {namespace: $namespace, id: $one})-[apart:NOT_SAME]-(other:Entity {namespace: $namespace, id: $other})
USING INDEX SEEK one:Entity(namespace, id)
DELETE apart
RETURN DISTINCT one.id AS id

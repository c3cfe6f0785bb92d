// facts/revive-facts: superseded relations come back to those of today, with all their properties. Unknown keys are passed over.
:params {namespace: "default", keys: ["k"]};
UNWIND $keys AS key
MATCH (source:Entity)-[was:WAS_LINK]->(target:Entity) USING INDEX SEEK was:WAS_LINK(namespace, key)
WHERE was.namespace = $namespace AND was.key = key
CREATE (source)-[link:LINK]->(target)
SET link = properties(was)
DELETE was

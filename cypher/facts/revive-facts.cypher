// facts/revive-facts: turn superseded relations back from WAS_LINK into LINK, with all their properties. Unknown keys
// are ignored.
:params {namespace: "default", keys: ["k"]};
UNWIND $keys AS key
MATCH (source:Entity)-[was:WAS_LINK]->(target:Entity) USING INDEX SEEK was:WAS_LINK(namespace, key)
WHERE was.namespace = $namespace AND was.key = key
CREATE (source)-[link:LINK]->(target)
SET link = properties(was)
// Otherwise the index of marks still returns the deleted relationship in this transaction.
SET was.unshown = null
DELETE was

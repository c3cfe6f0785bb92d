// facts/retire-facts: turn relations that were superseded from LINK into WAS_LINK, with all their properties. Each edge
// is created anew, since the type of an edge cannot be changed.
:params {namespace: "default", keys: ["k"]};
UNWIND $keys AS key
MATCH (source:Entity)-[link:LINK]->(target:Entity) USING INDEX SEEK link:LINK(namespace, key)
WHERE link.namespace = $namespace AND link.key = key
CREATE (source)-[was:WAS_LINK]->(target)
SET was = properties(link)
// Otherwise the index of marks still returns the deleted relationship in this transaction.
SET link.unshown = null
DELETE link

// facts/retire-facts: relations that others superseded leave those of today, with all their properties: an edge has its type for good.
:params {namespace: "default", keys: ["k"]};
UNWIND $keys AS key
MATCH (source:Entity)-[link:LINK]->(target:Entity) USING INDEX SEEK link:LINK(namespace, key)
WHERE link.namespace = $namespace AND link.key = key
CREATE (source)-[was:WAS_LINK]->(target)
SET was = properties(link)
DELETE link

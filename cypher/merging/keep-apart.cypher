// merging/keep-apart: record that a person declared two entities to be different, so that they are not suggested as duplicates
// any more. One row: whether that is new; none if one of them does not exist.
:params {namespace: "default", now: datetime(), one: "user:al", other: "user:alice", by: "bob"};
MATCH (one:Entity {namespace: $namespace, id: $one}) USING INDEX SEEK one:Entity(namespace, id)
MATCH (other:Entity {namespace: $namespace, id: $other}) USING INDEX SEEK other:Entity(namespace, id)
MERGE (one)-[apart:NOT_SAME]-(other)
ON CREATE SET apart.namespace = $namespace, apart.by = $by, apart.at = $now
RETURN apart.at = $now AS isNew

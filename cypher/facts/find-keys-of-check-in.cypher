// facts/find-keys-of-check-in: keys of the relations of some types that a check-in brought.
:params {namespace: "default", id: "c1", types: ["WORKS_AT"]};
MATCH (checkIn:CheckIn {namespace: $namespace, id: $id})-[brought:BROUGHT]->(:Entity)
USING INDEX SEEK checkIn:CheckIn(namespace, id)
UNWIND brought.links AS key
WITH DISTINCT key WHERE split(key, '\n')[1] IN $types
RETURN key ORDER BY key

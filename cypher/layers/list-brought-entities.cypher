// layers/list-brought-entities: ids of the entities of which a check-in brought a record or a relation.
:params {namespace: "default", id: "c1"};
MATCH (checkIn:CheckIn {namespace: $namespace, id: $id})-[:BROUGHT]->(entity:Entity)
USING INDEX SEEK checkIn:CheckIn(namespace, id)
RETURN DISTINCT entity.id AS id
ORDER BY id

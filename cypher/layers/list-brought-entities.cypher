// layers/list-brought-entities: ids of the entities that a check-in brought, or brought something of.
:params {namespace: "default", id: "c1"};
MATCH (checkIn:CheckIn {namespace: $namespace, id: $id})-[:BROUGHT]->(entity:Entity)
RETURN DISTINCT entity.id AS id
ORDER BY id

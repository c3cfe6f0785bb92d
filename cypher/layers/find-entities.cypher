// layers/find-entities: entities by id.
:params {namespace: "default", ids: ["user:alice"]};
UNWIND $ids AS id
MATCH (e:Entity {namespace: $namespace, id: id})
RETURN e.id AS id, e.type AS type, e.label AS label, e.properties AS properties, e.metadata AS metadata

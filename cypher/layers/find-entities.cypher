// layers/find-entities: entities by id.
:params {namespace: "default", ids: ["user:alice"]};
UNWIND $ids AS id
MATCH (e:Entity {namespace: $namespace, id: id}) USING INDEX SEEK e:Entity(namespace, id)
RETURN e {.id, .type, .label, .properties, .metadata} AS entity

// layers/list-entities: a page of entities, by id.
:params {namespace: "default", afterId: "", limit: 21};
MATCH (e:Entity {namespace: $namespace})
WHERE e.id > $afterId
RETURN e {.id, .type, .label, .properties, .metadata} AS entity
ORDER BY e.id
LIMIT toInteger($limit)

// layers/list-entities: a page of the entities that documents brought, by id.
:params {namespace: "default", afterId: "", limit: 21};
MATCH (e:Entity {namespace: $namespace})
WHERE e.id > $afterId AND e.rule IS NULL
RETURN e {.id, .type, .label, .properties, .metadata} AS entity
ORDER BY e.id
LIMIT toInteger($limit)

// layers/list-entities-of-type: a page of the entities of one type, by id.
:params {namespace: "default", type: "user", afterId: "", limit: 21};
MATCH (e:Entity {namespace: $namespace, type: $type})
WHERE e.id > $afterId
RETURN e {.id, .type, .label, .properties, .metadata} AS entity
ORDER BY e.id
LIMIT toInteger($limit)

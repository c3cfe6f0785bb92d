// layers/list-entities-of-type: a page of the entities of one type, by id.
:params {namespace: "default", type: "user", afterId: "", limit: 21};
MATCH (e:Entity {namespace: $namespace, type: $type})
WHERE e.id > $afterId
RETURN e.id AS id, e.type AS type, e.label AS label, e.properties AS properties, e.metadata AS metadata
ORDER BY e.id
LIMIT toInteger($limit)

// layers/list-entities: a page of the entities that documents bring, by id.
:params {namespace: "default", afterId: "", limit: 21};
MATCH (e:Entity {namespace: $namespace})
WHERE e.id > $afterId AND e.rule IS NULL
RETURN e.id AS id, e.type AS type, e.label AS label, e.properties AS properties, e.metadata AS metadata
ORDER BY e.id
LIMIT toInteger($limit)

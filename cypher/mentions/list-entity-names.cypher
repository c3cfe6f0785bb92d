// mentions/list-entity-names: ids and names of the entities that come from documents, by id.
:params {namespace: "default", after: "", limit: 500};
MATCH (e:Entity {namespace: $namespace})
WHERE e.id > $after AND e.rule IS NULL
RETURN e.id AS id, e.name AS name
ORDER BY e.id
LIMIT toInteger($limit)

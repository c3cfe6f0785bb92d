// layers/count-entities: entities of a namespace: of one type, or (null) all that documents bring.
:params {namespace: "default", type: null};
MATCH (e:Entity {namespace: $namespace})
WHERE e.type > '' AND e.id > '' AND ($type IS NULL AND e.rule IS NULL OR e.type = $type)
RETURN count(e) AS total

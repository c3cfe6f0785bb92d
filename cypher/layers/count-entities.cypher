// layers/count-entities: entities of a namespace, of one type or of all (null).
:params {namespace: "default", type: null};
MATCH (e:Entity {namespace: $namespace})
WHERE e.type > '' AND e.id > '' AND ($type IS NULL OR e.type = $type)
RETURN count(e) AS total

// layers/count-entities: number of entities of a namespace: those of one type, or if $type is null all that documents
// brought.
:params {namespace: "default", type: null};
MATCH (e:Entity {namespace: $namespace})
WHERE e.type > '' AND e.id > '' AND ($type IS NULL AND e.rule IS NULL OR e.type = $type)
RETURN count(e) AS total

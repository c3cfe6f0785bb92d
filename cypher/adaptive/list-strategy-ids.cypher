// adaptive/list-strategy-ids: ids of a namespace's strategies, ascending.
//   $after  lists only ids after this one; '' for the first page    $pattern  lists only this kind of request; null for all
:params {namespace: "default", after: "", pattern: null, limit: 20};
MATCH (strategy:Strategy {namespace: $namespace})
WHERE strategy.id > $after AND ($pattern IS NULL OR strategy.pattern = $pattern)
RETURN strategy.id AS id
ORDER BY strategy.id
LIMIT toInteger($limit)

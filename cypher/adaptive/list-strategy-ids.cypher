// adaptive/list-strategy-ids: ids of a namespace's strategies, in their order.
//   $after  only those behind this id; '' from the first      $pattern  only those of this kind of request; null for all
:params {namespace: "default", after: "", pattern: null, limit: 20};
MATCH (strategy:Strategy {namespace: $namespace})
WHERE strategy.id > $after AND ($pattern IS NULL OR strategy.pattern = $pattern)
RETURN strategy.id AS id
ORDER BY strategy.id
LIMIT toInteger($limit)

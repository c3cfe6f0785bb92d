// adaptive/count-strategies: number of strategies that list-strategy-ids returns on all pages together.
//   $pattern  counts only this kind of request; null for all
:params {namespace: "default", pattern: null};
MATCH (strategy:Strategy {namespace: $namespace})
WHERE strategy.id > '' AND ($pattern IS NULL OR strategy.pattern = $pattern)
RETURN count(strategy) AS total

// adaptive/count-strategies: how many strategies list-strategy-ids lists on all its pages.
//   $pattern  only those of this kind of request; null for all
:params {namespace: "default", pattern: null};
MATCH (strategy:Strategy {namespace: $namespace})
WHERE strategy.id > '' AND ($pattern IS NULL OR strategy.pattern = $pattern)
RETURN count(strategy) AS total

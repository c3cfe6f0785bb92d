// explore/300-strategies: Strategies by kind of request
// Those with the highest trust come first. Trust is (successes + 1) / (attempts + 2), so that a single attempt has
// little
// effect. An action without any success should be avoided.
:params {namespace: "demo"};
MATCH (strategy:Strategy {namespace: $namespace})
WHERE strategy.pattern > '' AND strategy.trust IS NOT NULL
RETURN strategy.pattern AS request, strategy.method + '.' + strategy.action AS action, strategy.approach AS approach,
       strategy.trust AS trust, strategy.successes AS successes, strategy.attempts AS attempts,
       strategy.successes = 0 AS avoid, strategy.lastIssue AS lastIssue
ORDER BY request, trust DESC, strategy.id LIMIT 100

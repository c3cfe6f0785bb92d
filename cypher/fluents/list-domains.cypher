// fluents/list-domains: the domains of a namespace, by name.
:params {namespace: "default"};
MATCH (domain:Domain {namespace: $namespace}) WHERE domain.name IS NOT NULL
RETURN domain {.name, .inputEvents, .inputFluents, .backgroundPredicates, .descriptions, .otherClauses} AS domain
ORDER BY domain.name

// fluents/list-domains: the domains of a namespace, by name.
:params {namespace: "default"};
MATCH (domain:Domain {namespace: $namespace}) WHERE domain.name IS NOT NULL
RETURN
  domain.name AS name, domain.inputEvents AS inputEvents, domain.inputFluents AS inputFluents,
  domain.backgroundPredicates AS backgroundPredicates, domain.descriptions AS descriptions,
  domain.otherClauses AS otherClauses
ORDER BY name

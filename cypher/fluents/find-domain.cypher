// fluents/find-domain: what a domain knows beside its fluents. No row when there is none.
:params {namespace: "default", domain: "MSA"};
MATCH (domain:Domain {namespace: $namespace, name: $domain})
RETURN
  domain.name AS name, domain.inputEvents AS inputEvents, domain.inputFluents AS inputFluents,
  domain.backgroundPredicates AS backgroundPredicates, domain.descriptions AS descriptions,
  domain.otherClauses AS otherClauses

// fluents/find-domain: what a domain knows beside its fluents. No row when there is none.
:params {namespace: "default", domain: "MSA"};
MATCH (domain:Domain {namespace: $namespace, name: $domain})
RETURN domain {.name, .inputEvents, .inputFluents, .backgroundPredicates, .descriptions, .otherClauses} AS domain

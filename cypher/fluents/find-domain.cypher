// fluents/find-domain: vocabulary and other clauses of a domain. No row if there is no such domain.
:params {namespace: "default", domain: "MSA"};
MATCH (domain:Domain {namespace: $namespace, name: $domain})
RETURN domain {.name, .inputEvents, .inputFluents, .backgroundPredicates, .descriptions, .otherClauses} AS domain

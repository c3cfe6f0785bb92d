// fluents/lock-domain: takes the lock under which the fluents of a domain and their edges are rewritten; makes the domain.
// One row: what the domain knows beside its fluents, and whether it is new.
:params {namespace: "default", domain: "MSA", now: datetime()};
MERGE (domain:Domain {namespace: $namespace, name: $domain})
ON CREATE SET
  domain.inputEvents = [], domain.inputFluents = [], domain.backgroundPredicates = [], domain.descriptions = '{}',
  domain.otherClauses = [], domain.createdAt = $now, domain.title = $domain
WITH domain, domain.changedAt IS NULL AS isNew
SET domain.changedAt = $now
RETURN isNew, domain {.name, .inputEvents, .inputFluents, .backgroundPredicates, .descriptions, .otherClauses} AS domain

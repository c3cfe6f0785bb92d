// fluents/lock-domain: take the lock under which fluents of a domain and their edges are written; create the domain if new.
// One row: vocabulary and other clauses of the domain, and whether it is new.
:params {namespace: "default", domain: "MSA", now: datetime()};
MERGE (domain:Domain {namespace: $namespace, name: $domain})
ON CREATE SET
  domain.inputEvents = [], domain.inputFluents = [], domain.backgroundPredicates = [], domain.descriptions = '{}',
  domain.otherClauses = [], domain.createdAt = $now, domain.title = $domain
WITH domain, domain.changedAt IS NULL AS isNew
SET domain.changedAt = $now
RETURN isNew, domain {.name, .inputEvents, .inputFluents, .backgroundPredicates, .descriptions, .otherClauses} AS domain

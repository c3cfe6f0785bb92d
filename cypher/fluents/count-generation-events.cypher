// fluents/count-generation-events: number of stored steps of rule generation of a domain. One row.
:params {namespace: "default", domain: "MSA"};
MATCH (event:GenerationEvent {namespace: $namespace, domain: $domain})
  USING INDEX SEEK event:GenerationEvent(namespace, domain, at)
WHERE event.at IS NOT NULL
RETURN count(event) AS total

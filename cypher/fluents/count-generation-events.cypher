// fluents/count-generation-events: how many steps of rule generation are kept of a domain. One row.
:params {namespace: "default", domain: "MSA"};
MATCH (event:GenerationEvent {namespace: $namespace, domain: $domain})
  USING INDEX SEEK event:GenerationEvent(namespace, domain, at)
WHERE event.at IS NOT NULL
RETURN count(event) AS total

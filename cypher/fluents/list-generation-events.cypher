// fluents/list-generation-events: steps of rule generation in a domain from a moment on, oldest first.
:params {namespace: "default", domain: "MSA", since: datetime()};
MATCH (event:GenerationEvent {namespace: $namespace, domain: $domain}) WHERE event.at >= $since
RETURN
  event.id AS id, event.activity AS activity, event.attempt AS attempt, event.stage AS stage, event.report AS report,
  event.at AS at
ORDER BY at, id LIMIT 1000

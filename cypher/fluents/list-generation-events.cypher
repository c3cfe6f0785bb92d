// fluents/list-generation-events: steps of rule generation in a domain since $since, oldest first, at most 1,000.
:params {namespace: "default", domain: "MSA", since: datetime()};
MATCH (event:GenerationEvent {namespace: $namespace, domain: $domain}) WHERE event.at >= $since
RETURN event {.id, .run, .activity, .attempt, .stage, .reply, .report, .at} AS event
ORDER BY event.at, event.id LIMIT 1000

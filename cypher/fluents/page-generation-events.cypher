// fluents/page-generation-events: steps of rule generation in a domain, newest first.
//   $before  time and id of the last event of the page before; for the first page, a time later than all events
:params {namespace: "default", domain: "MSA", before: {at: datetime("9999-12-31"), id: ""}, limit: 20};
MATCH (event:GenerationEvent {namespace: $namespace, domain: $domain})
  USING INDEX SEEK event:GenerationEvent(namespace, domain, at)
WHERE event.at <= $before.at AND (event.at < $before.at OR event.id < $before.id)
RETURN event {.id, .run, .activity, .attempt, .stage, .reply, .report, .at} AS event
ORDER BY event.at DESC, event.id DESC
LIMIT toInteger($limit)
